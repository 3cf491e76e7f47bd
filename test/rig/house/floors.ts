// The floors of the house, as one rule: which file may import which, and why not.

/** Where a file belongs. `web build` is the Node side of a web part: its bundler settings and its build step. */
export type Floor =
  | 'core'
  | 'io'
  | 'store'
  | 'view'
  | 'record'
  | 'verb'
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
  if (path.startsWith('web/')) return /(?:^|\/)(?:build\.ts|[^/]*\.config\.ts)$/.test(path) ? 'web build' : 'web';
  if (path.startsWith('sdk/')) return 'sdk';
  return 'bench';
}

/** Why `from` may not import the project file `to`; null when it may. Type-only imports follow the same floors. */
export function refusal(from: string, to: string): string | null {
  const here = floorOf(from);
  const there = floorOf(to);
  if (here === 'test' || here === 'bench') return null;
  if (there === 'test' || there === 'bench') return 'the product never depends on tests, benchmarks or the demo';
  const [family, other] = [familyOf(from), familyOf(to)];
  if (family !== null && other !== null && family !== other)
    return 'chain families do not know each other: what two of them share stands beside them';
  if (!below[here].includes(there)) return `${here} files may import only ${below[here].join(', ')}`;
  if (sameRoom(from, to) || !to.startsWith('src/features/')) return null;
  if (to.endsWith('/routes.ts')) return here === 'role' || here === 'door' ? null : "another room's routes are its own";
  if (here === 'store' && !spanning.has(from)) return 'a store knows the tables of its own room only';
  return null;
}

/** Why a file of this floor may not import a package or a part of Node; null when it may. */
export function outsideRefusal(from: string, specifier: string): string | null {
  const here = floorOf(from);
  const isNode = specifier.startsWith('node:');
  if (here === 'core') return 'core is pure: what it needs comes in as arguments';
  if ((here === 'web' || here === 'sdk') && isNode) return 'this runs in a browser';
  return null;
}

/** Stores that read across rooms on purpose: one statement for the whole read of POST /transaction (docs/decisions.md). */
const spanning = new Set([
  'src/features/transactions/attempt-store.ts',
  'src/features/ledger/unconfirmed/unconfirmed-store.ts',
]);

const below: Record<Exclude<Floor, 'test' | 'bench'>, readonly Floor[]> = {
  core: ['core'],
  io: ['core', 'io'],
  store: ['core', 'io', 'record', 'store'],
  view: ['core', 'io', 'record', 'store', 'view'],
  // By its name alone a record cannot be told from a verb with certainty, so it may do the same in its own room.
  record: ['core', 'io', 'record', 'store', 'view', 'verb'],
  verb: ['core', 'io', 'record', 'store', 'view', 'verb'],
  role: ['core', 'io', 'record', 'store', 'view', 'verb', 'role'],
  door: ['core', 'io', 'record', 'store', 'view', 'verb', 'role', 'door', 'web build'],
  web: ['core', 'web'],
  'web build': ['core', 'web', 'web build', 'io'],
  sdk: ['sdk'],
};

/**
 * A verb is named after what it does (`create-app.ts`); `routes.ts` lists a room's verbs. Any other noun in a room is a
 * record: plain types, fields and what is kept in memory.
 */
function floorInRoom(path: string): Floor {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  if (name === 'store' || name.endsWith('-store')) return 'store';
  if (name === 'view' || name.endsWith('-view')) return 'view';
  if (name === 'routes' || verbs.has(name.split('-')[0] as string)) return 'verb';
  return 'record';
}

const verbs = new Set(
  (
    'accept add announce append apply archive assign authenticate build cancel change claim confirm create credit decide ' +
    'delete deliver derive disable dismiss enqueue expire fetch find follow forward get give handle issue lay list load ' +
    'lock make mark open pay poll prepare prune publish query reap receive record redeliver refresh reject release remove ' +
    'renew resend resolve revoke rotate run save scan schedule seed send serve settle show sign simulate start stop ' +
    'supersede sweep switch sync take tell test update upload verify void wait walk watch write'
  ).split(' '),
);

/** The chain family that a file is part of; null for all others, and for what families share. */
function familyOf(path: string): string | null {
  return /^src\/io\/chains\/(evm|svm|tron|utxo)\//.exec(path)?.[1] ?? null;
}

function sameRoom(from: string, to: string): boolean {
  return roomOf(from) === roomOf(to);
}

function roomOf(path: string): string {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? path;
}
