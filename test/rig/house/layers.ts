// The floors of the house, as one rule: which file may import which, and why not.
import { orderRefusal, roomOf } from './modules.ts';

/** Where a file belongs. `web build` is the Node side of a web part: its bundler settings and its build step. */
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

/** The floor of a project file, by its path alone. */
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
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/**
 * Why `from` may not import the project file `to`; null when it may. Type-only imports follow the same floors.
 * `operations` are the files of rooms that export one: they are private, as routes are.
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

/**
 * Routes list the operations of their room, and roles serve routes; nothing else has anything to ask of an operation.
 */
function privacyRefusal(from: string, to: string, operations: ReadonlySet<string>): string | null {
  const isRoutes = to.endsWith('/routes.ts');
  if (isRoutes) return floorOf(from) === 'role' ? null : 'routes are served by roles, and by nobody else';
  const listsIt = from.endsWith('/routes.ts') && roomOf(from) === roomOf(to);
  if (listsIt || stillShared.has(`${from} -> ${to}`)) return null;
  return operations.has(from) || roomOf(from) === roomOf(to)
    ? 'an operation is called over HTTP only: what others need of it is a file of its own'
    : 'operations are private to their room';
}

/** Why a file of this floor may not import a package or a part of Node; null when it may. */
export function outsideRefusal(from: string, specifier: string): string | null {
  const here = floorOf(from);
  const isNode = specifier.startsWith('node:');
  if (here === 'core') return 'core is pure: what it needs comes in as arguments';
  if ((here === 'web' || here === 'sdk') && isNode) return 'this runs in a browser';
  return null;
}

/** Imports of operations that are still there; nothing is added here. */
const stillShared = new Set<string>([
  'src/features/people/uploads/serve-uploads.ts -> src/features/people/uploads/create-upload-target.ts',
]);

/**
 * Stores that read across modules on purpose (docs/decisions/0006-one-store-per-module.md): one statement for the whole
 * read of POST /transaction, and the findings of a block about a payment that waited to be mined.
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

/** Only SQL and what callers see are told by their names. All else in a room is told by what it exports. */
function floorInRoom(path: string): Floor {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  if (name === 'store' || name.endsWith('-store')) return 'store';
  if (name === 'view' || name.endsWith('-view')) return 'view';
  return 'room';
}

/** The chain family that a file is part of; null for all others, and for what families share. */
function familyOf(path: string): string | null {
  return /^src\/io\/chains\/(evm|svm|tron|utxo)\//.exec(path)?.[1] ?? null;
}
