// The modules of `src/features`: their order, their private files, and the imports between them.
import { signaturesOf } from './signatures.ts';
import { importsOf } from './source-text.ts';
import { importTarget, type SourceFile } from './source-tree.ts';

/** The groups of modules and their modules, from top to bottom: a module imports only modules below it. */
export const moduleGroups: Readonly<Record<string, readonly string[]>> = {
  pages: ['console', 'docs'],
  operations: ['operator', 'keys', 'failover', 'retention', 'reports'],
  selling: ['checkout', 'payment-links'],
  evidence: ['sandbox', 'payment-claims', 'unmatched-payments', 'chain-sync', 'outgoing'],
  money: ['payments', 'invoices', 'transactions', 'address-entry', 'ledger'],
  receiving: ['app-cryptocurrencies', 'addresses', 'tamper-alarms'],
  events: ['deliveries', 'webhooks', 'events'],
  people: ['oauth2', 'apps', 'identity', 'uploads', 'audit'],
  known: ['backups', 'requests', 'mails', 'networks', 'schedule', 'rates', 'catalog', 'row-seals'],
};

/** All modules, from top to bottom. A new module must be added to its group. */
export const roomOrder: readonly string[] = Object.values(moduleGroups).flat();

/** The module of a file; null for a file outside all modules. */
export function roomOf(path: string): string | null {
  return /^src\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The group whose folder a file of `src/features` is in; null for other files. */
export function groupOf(path: string): string | null {
  return /^src\/features\/([^/]+)\/[^/]+\//.exec(path)?.[1] ?? null;
}

/** Modules without exactly one place in the order, and files outside the folder of their module's group. */
export function misplacedRooms(paths: readonly string[]): string[] {
  const inRooms = paths.filter((path) => roomOf(path) !== null);
  const rooms = new Set(inRooms.map((path) => roomOf(path) as string));
  const isAtHome = (path: string) => moduleGroups[groupOf(path) ?? '']?.includes(roomOf(path) ?? '') ?? false;
  return [
    ...[...rooms].filter((room) => !roomOrder.includes(room)).map((room) => `${room} has no place`),
    ...roomOrder.filter((room, at) => roomOrder.indexOf(room) < at).map((room) => `${room} has two places`),
    ...inRooms.filter((path) => !isAtHome(path)).map((path) => `${path} is in the folder of another group`),
  ];
}

/** Returns why a file of the module `from` may not import the module `to`; null if it may. */
export function orderRefusal(from: string, to: string): string | null {
  const missing = [from, to].find((room) => !roomOrder.includes(room));
  if (missing !== undefined)
    return `the room ${missing} has no place in the order of rooms (test/rig/house/modules.ts)`;
  if (roomOrder.indexOf(from) < roomOrder.indexOf(to)) return null;
  return `${to} stands above ${from} in the order of rooms (test/rig/house/modules.ts)`;
}

/** Files that export an operation or a list of them, which only HTTP may call. */
export function operationFiles(files: readonly SourceFile[]): Set<string> {
  const declares = ({ path, text }: SourceFile): boolean =>
    roomOf(path) !== null &&
    !path.includes('.test.') &&
    signaturesOf(path, text).some(({ exported, returns }) => exported && /^Operation(?:\[\])?$/.test(returns ?? ''));
  return new Set(files.filter(declares).map(({ path }) => path));
}

/** One import from one module into another, as 'file:line imports file'. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** Every import between modules, including type imports. */
export function arrowsBetweenRooms(files: readonly SourceFile[]): Arrow[] {
  return files.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ specifier, line }) => {
      const target = importTarget(path, specifier);
      const [from, to] = [roomOf(path), target === null ? null : roomOf(target)];
      if (from === null || to === null || from === to) return [];
      return [{ from, to, place: `${path}:${line} imports ${target}` }];
    }),
  );
}

/** Modules that import each other in both directions, each pair once, as 'a <-> b'. */
export function twoWayPairs(arrows: readonly Arrow[]): string[] {
  const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
  const pairs = arrows.filter(({ from, to }) => from < to && known.has(`${to} ${from}`));
  return [...new Set(pairs.map(({ from, to }) => `${from} <-> ${to}`))].sort();
}
