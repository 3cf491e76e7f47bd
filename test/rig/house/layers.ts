// The layers of the source as one rule: the files that each file may import, and the reason for each rejection.
import { orderRefusal, roomOf } from './modules.ts';

/** The layer of a file. `web build` is the Node side of a web part: its bundler settings and its build step. */
export type Floor =
  | 'core'
  | 'io'
  | 'store'
  | 'view'
  | 'room'
  | 'role'
  | 'door'
  | 'web'
  | 'web build'
  | 'sdk'
  | 'bench'
  | 'test';

/** The layer of a project file, determined by its path alone. */
export function floorOf(path: string): Floor {
  if (path.includes('.test.') || path.startsWith('test/')) return 'test';
  if (path.startsWith('src/core/')) return 'core';
  if (path.startsWith('src/io/')) return 'io';
  if (path.startsWith('src/features/')) return floorInRoom(path);
  if (path.startsWith('src/roles/')) return 'role';
  if (path.startsWith('src/')) return 'door';
  if (path.startsWith('web/'))
    return /(?:^|\/)(?:build(?:-pages?)?\.ts|[^/]*\.config\.ts)$/.test(path) ? 'web build' : 'web';
  if (path.startsWith('sdk/')) return 'sdk';
  return 'bench';
}

/** One import of a project file by another. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
  /** Whether the import vanishes at run time. */
  readonly typeOnly: boolean;
}

/**
 * Returns why `from` may not import the project file `to`; null if it may. Type-only imports follow the same layers.
 * `operations` are files that export an operation; they are private to their module, as routes are.
 */
export function refusal({ from, to, typeOnly }: FileImport, operations: ReadonlySet<string>): string | null {
  const here = floorOf(from);
  const there = floorOf(to);
  if (here === 'test' || here === 'bench') return null;
  if (there === 'test' || there === 'bench') return 'the product never depends on tests, benchmarks or the demo';
  const [family, other] = [familyOf(from), familyOf(to)];
  if (family !== null && other !== null && family !== other)
    return 'chain families do not know each other: what two of them share stands beside them';
  if (here === 'web' && to.startsWith('sdk/src/generated/'))
    return typeOnly ? null : 'pages take types from the client, and nothing that runs';
  if (!below[here].includes(there)) return `${here} files may import only ${below[here].join(', ')}`;
  const [room, otherRoom] = [roomOf(from), roomOf(to)];
  if (operations.has(to)) return privacyRefusal(from, to, operations);
  if (otherRoom === null || room === otherRoom) return null;
  if (here === 'store' && there === 'store' && !spanning.has(from))
    return 'a store knows the tables of its own room only';
  return room === null ? null : orderRefusal(room, otherRoom);
}

/** Routes list the operations of their module, and roles serve routes. No other file may import an operation. */
function privacyRefusal(from: string, to: string, operations: ReadonlySet<string>): string | null {
  const isRoutes = to.endsWith('/routes.ts');
  if (isRoutes) return floorOf(from) === 'role' ? null : 'routes are served by roles, and by nobody else';
  const listsIt = from.endsWith('/routes.ts') && roomOf(from) === roomOf(to);
  if (listsIt || stillShared.has(`${from} -> ${to}`)) return null;
  return operations.has(from) || roomOf(from) === roomOf(to)
    ? 'an operation is called over HTTP only: what others need of it is a file of its own'
    : 'operations are private to their room';
}

/** Returns why a file of this layer may not import a package or a part of Node; null if it may. */
export function outsideRefusal(from: string, specifier: string): string | null {
  const here = floorOf(from);
  const isNode = specifier.startsWith('node:');
  if (here === 'core') return 'core is pure: what it needs comes in as arguments';
  if ((here === 'web' || here === 'sdk') && isNode) return 'this runs in a browser';
  return null;
}

/** Existing imports of operations. Nothing may be added here. */
const stillShared = new Set<string>([
  'src/features/people/uploads/serve-uploads.ts -> src/features/people/uploads/create-upload-target.ts',
]);

/**
 * Stores that read across modules on purpose (docs/decisions/0006-one-store-per-module.md): one statement for the whole
 * read of POST /transaction, and the findings of a block about a payment that was unmined.
 */
const spanning = new Set([
  'src/features/money/transactions/attempt-context-store.ts',
  'src/features/money/transactions/attempt-store.ts',
  'src/features/money/payments/transfer-store.ts',
  'src/features/money/ledger/unconfirmed/unconfirmed-store.ts',
]);

const below: Record<Exclude<Floor, 'test' | 'bench'>, readonly Floor[]> = {
  core: ['core'],
  io: ['core', 'io'],
  store: ['core', 'io', 'store', 'room'],
  view: ['core', 'io', 'store', 'view', 'room'],
  room: ['core', 'io', 'store', 'view', 'room'],
  role: ['core', 'io', 'store', 'view', 'room', 'role'],
  door: ['core', 'io', 'store', 'view', 'room', 'role', 'door', 'web build'],
  web: ['core', 'web'],
  'web build': ['core', 'web', 'web build', 'io'],
  sdk: ['sdk'],
};

/** Only SQL and caller-facing files are identified by their names. All other files are identified by their exports. */
function floorInRoom(path: string): Floor {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  if (name === 'store' || name.endsWith('-store')) return 'store';
  if (name === 'view' || name.endsWith('-view')) return 'view';
  return 'room';
}

/** The chain family of a file; null for files outside families and for files that families share. */
function familyOf(path: string): string | null {
  return /^src\/io\/chains\/(evm|svm|tron|utxo)\//.exec(path)?.[1] ?? null;
}
