// The layers of the source as one rule: the files that each file may import, and the reason for each rejection.
import { moduleOf, orderRefusal } from './modules.ts';

/** The layer of a file. `web build` is the Node side of a web part: its bundler settings and its build step. */
export type Layer =
  | 'core'
  | 'io'
  | 'store'
  | 'view'
  | 'module'
  | 'role'
  | 'entry'
  | 'web'
  | 'web build'
  | 'sdk'
  | 'bench'
  | 'test';

/** The layer of a project file, determined by its path alone. */
export function layerOf(path: string): Layer {
  if (path.includes('.test.') || path.startsWith('test/')) return 'test';
  if (path.startsWith('src/core/')) return 'core';
  if (path.startsWith('src/io/')) return 'io';
  if (path.startsWith('src/features/')) return layerInModule(path);
  if (path.startsWith('src/roles/')) return 'role';
  if (path.startsWith('src/')) return 'entry';
  if (path.startsWith('web/'))
    return /(?:^|\/)(?:build(?:-pages?)?\.ts|[^/]*\.config\.ts)$/.test(path) ? 'web build' : 'web';
  if (path.startsWith('sdk/') && !path.includes('/conformance/')) return 'sdk';
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
  const here = layerOf(from);
  const there = layerOf(to);
  if (here === 'test' || here === 'bench') return null;
  if (there === 'test' || there === 'bench') return 'the product never depends on tests, benchmarks or the demo';
  const [family, other] = [familyOf(from), familyOf(to)];
  if (family !== null && other !== null && family !== other)
    return 'chain families are independent: shared code belongs in the folder above them';
  if (here === 'web' && to.startsWith('sdk/typescript/src/generated/'))
    return typeOnly ? null : 'pages take types from the client, and nothing that runs';
  if (!below[here].includes(there)) return `${here} files may import only ${below[here].join(', ')}`;
  const [module, otherModule] = [moduleOf(from), moduleOf(to)];
  if (operations.has(to)) return privacyRefusal(from, to, operations);
  if (otherModule === null || module === otherModule) return null;
  if (here === 'store' && there === 'store' && !spanning.has(from))
    return 'a store knows the tables of its own module only';
  return module === null ? null : orderRefusal(module, otherModule);
}

/** Routes list the operations of their module, and roles serve routes. No other file may import an operation. */
function privacyRefusal(from: string, to: string, operations: ReadonlySet<string>): string | null {
  const isRoutes = to.endsWith('/routes.ts');
  if (isRoutes) return layerOf(from) === 'role' ? null : 'only roles serve routes';
  const listsIt = from.endsWith('/routes.ts') && moduleOf(from) === moduleOf(to);
  if (listsIt || stillShared.has(`${from} -> ${to}`)) return null;
  return operations.has(from) || moduleOf(from) === moduleOf(to)
    ? 'an operation is called over HTTP only: move shared code to a separate file'
    : 'operations are private to their module';
}

/** Returns why a file of this layer may not import a package or a part of Node; null if it may. */
export function outsideRefusal(from: string, specifier: string): string | null {
  const here = layerOf(from);
  const isNode = specifier.startsWith('node:');
  if (here === 'core') return 'core is pure: its inputs are arguments';
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

const below: Record<Exclude<Layer, 'test' | 'bench'>, readonly Layer[]> = {
  core: ['core'],
  io: ['core', 'io'],
  store: ['core', 'io', 'store', 'module'],
  view: ['core', 'io', 'store', 'view', 'module'],
  module: ['core', 'io', 'store', 'view', 'module'],
  role: ['core', 'io', 'store', 'view', 'module', 'role'],
  entry: ['core', 'io', 'store', 'view', 'module', 'role', 'entry', 'web build'],
  web: ['core', 'web'],
  'web build': ['core', 'web', 'web build', 'io'],
  sdk: ['sdk'],
};

/** Only SQL and caller-facing files are identified by their names. All other files are identified by their exports. */
function layerInModule(path: string): Layer {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  if (name === 'store' || name.endsWith('-store')) return 'store';
  if (name === 'view' || name.endsWith('-view')) return 'view';
  return 'module';
}

/** The chain family of a file; null for files outside families and for files that families share. */
function familyOf(path: string): string | null {
  return /^src\/io\/chains\/(evm|svm|tron|utxo)\//.exec(path)?.[1] ?? null;
}
