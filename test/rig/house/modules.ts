// The modules of `src/features`: their order, their private files, and the imports between them.
import { signaturesOf } from './signatures.ts';
import { importsOf } from './source-text.ts';
import { importTarget, type SourceFile } from './source-tree.ts';

/** The groups of modules and their modules, from top to bottom: a module imports only modules below it. */
export const moduleGroups: Readonly<Record<string, readonly string[]>> = {
  pages: ['console', 'docs'],
  operations: ['operator', 'keys', 'failover', 'retention', 'request-log', 'reports'],
  dialects: ['commerce', 'greenfield', 'epusdt', 'epay', 'shop-invoices', 'shop-orders', 'doors'],
  selling: ['checkout', 'payment-links'],
  evidence: [
    ...['sandbox', 'pull-payments', 'refunds', 'payment-claims', 'unmatched-payments'],
    ...['chain-sync', 'rail-sync', 'outgoing'],
  ],
  money: ['payments', 'invoices', 'transactions', 'address-entry', 'ledger'],
  receiving: ['new-apps', 'app-cryptocurrencies', 'addresses', 'tamper-alarms'],
  events: ['notices', 'deliveries', 'webhooks', 'events'],
  people: ['oauth2', 'apps', 'notifications', 'identity', 'uploads', 'audit'],
  known: [
    ...['backups', 'requests', 'channels', 'mails', 'networks', 'schedule', 'rates', 'catalog', 'settings'],
    'row-seals',
  ],
};

/** All modules, from top to bottom. A new module must be added to its group. */
export const moduleOrder: readonly string[] = Object.values(moduleGroups).flat();

/** The module of a file; null for a file outside all modules. */
export function moduleOf(path: string): string | null {
  return /^src\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The group whose folder a file of `src/features` is in; null for other files. */
export function groupOf(path: string): string | null {
  return /^src\/features\/([^/]+)\/[^/]+\//.exec(path)?.[1] ?? null;
}

/** Modules without exactly one place in the order, and files outside the folder of their module's group. */
export function misplacedModules(paths: readonly string[]): string[] {
  const inModules = paths.filter((path) => moduleOf(path) !== null);
  const modules = new Set(inModules.map((path) => moduleOf(path) as string));
  const isAtHome = (path: string) => moduleGroups[groupOf(path) ?? '']?.includes(moduleOf(path) ?? '') ?? false;
  return [
    ...[...modules].filter((module) => !moduleOrder.includes(module)).map((module) => `${module} has no place`),
    ...moduleOrder.filter((module, at) => moduleOrder.indexOf(module) < at).map((module) => `${module} has two places`),
    ...inModules.filter((path) => !isAtHome(path)).map((path) => `${path} is in the folder of another group`),
  ];
}

/** Returns why a file of the module `from` may not import the module `to`; null if it may. */
export function orderRefusal(from: string, to: string): string | null {
  const missing = [from, to].find((module) => !moduleOrder.includes(module));
  if (missing !== undefined)
    return `the module ${missing} has no place in the order of modules (test/rig/house/modules.ts)`;
  if (moduleOrder.indexOf(from) < moduleOrder.indexOf(to)) return null;
  return `${to} is above ${from} in the order of modules (test/rig/house/modules.ts)`;
}

/** Files that export an operation or a list of them, which only HTTP may call. */
export function operationFiles(files: readonly SourceFile[]): Set<string> {
  const declares = ({ path, text }: SourceFile): boolean =>
    moduleOf(path) !== null &&
    !path.includes('.test.') &&
    signaturesOf(path, text).some(({ exported, returns }) => exported && /^Operation(?:\[\])?$/.test(returns ?? ''));
  return new Set(files.filter(declares).map(({ path }) => path));
}

/** One import from one module into another, as 'file:line imports file'. */
export interface ModuleImport {
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** Every import between modules, including type imports. */
export function importsBetweenModules(files: readonly SourceFile[]): ModuleImport[] {
  return files.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ specifier, line }) => {
      const target = importTarget(path, specifier);
      const [from, to] = [moduleOf(path), target === null ? null : moduleOf(target)];
      if (from === null || to === null || from === to) return [];
      return [{ from, to, place: `${path}:${line} imports ${target}` }];
    }),
  );
}

/** Modules that import each other in both directions, each pair once, as 'a <-> b'. */
export function mutualImports(arrows: readonly ModuleImport[]): string[] {
  const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
  const pairs = arrows.filter(({ from, to }) => from < to && known.has(`${to} ${from}`));
  return [...new Set(pairs.map(({ from, to }) => `${from} <-> ${to}`))].sort();
}
