// Measures imports and signatures of the source, and compares the figures with their limits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries, type Limit, limits, moneyModules } from './limits.ts';
import { importsBetweenModules, moduleOf, mutualImports } from './modules.ts';
import { signaturesOf } from './signatures.ts';
import { loadedBy, projectRoot, reachedFrom, type SourceFile, sourceFiles } from './source-tree.ts';

export interface Figure extends Limit {
  readonly name: string;
  readonly value: number;
  /** Explains the number; empty if no explanation is needed. */
  readonly note: string;
  /** The places that are counted; empty for other numbers. */
  readonly places: readonly string[];
}

type Value = readonly [value: number, note: string, places?: readonly string[]];

export interface ModuleFigures {
  readonly module: string;
  readonly files: number;
  readonly lines: number;
  /** The percentage of all lines in modules. */
  readonly share: number;
  readonly functions: number;
  readonly meanParameters: number;
  /** Functions with 4 parameters or more, in %. */
  readonly many: number;
}

/** The figures that have a limit, then all modules, the largest first. */
export function measureSource(): { readonly figures: readonly Figure[]; readonly modules: readonly ModuleFigures[] } {
  const files = sourceFiles(['src'], ['.ts']).filter(({ path }) => !path.includes('.test.'));
  const byModule = Map.groupBy(files, ({ path }) => moduleOf(path));
  byModule.delete(null);
  const allLines = linesOf([...byModule.values()].flat());
  const modules = [...byModule].map(([module, inModule]) => figuresOfModule(module as string, inModule, allLines));
  modules.sort((a, b) => b.lines - a.lines);
  const largest = modules[0] as ModuleFigures;
  const money = modules.filter(({ module }) => (moneyModules as readonly string[]).includes(module));
  const functions = money.reduce((sum, module) => sum + module.functions, 0);
  const many = money.reduce((sum, module) => sum + (module.many * module.functions) / 100, 0);
  const everywhere = sourceFiles(['src', 'web', 'sdk', 'test', 'demo', 'bench', 'drills', 'tools'], ['.ts', '.tsx']);
  const pairs = mutualImports(importsBetweenModules(files));
  const values: Record<keyof typeof limits, Value> = {
    'functions of the money modules with 4 parameters or more, in %': [
      percent(many, functions),
      `${Math.round(many)} of ${functions}`,
    ],
    'largest module, in % of all lines of features': [largest.share, largest.module],
    'pairs of modules that import each other': [pairs.length, pairs.join(', ')],
    'members of the largest port of an instance': largestPort(files),
    'functions with more than 4 parameters, anywhere': counted(
      everywhere.flatMap(({ path, text }) =>
        signaturesOf(path, text)
          .filter(({ parameters }) => parameters > 4)
          .map(({ line, name, parameters }) => `${path}:${line} ${name ?? ''} ${parameters}`),
      ),
    ),
    'lines of more than 120 columns, SQL and comments too': counted(
      everywhere.flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => (line.length > 120 ? [`${path}:${at + 1} ${line.length}`] : [])),
      ),
    ),
    'files that POST /transaction runs': closure(entries.postTransaction),
    'files that a block runs on its way to paid': closure(entries.blockToPaid),
    'packages of production, except those of one platform': [productionPackages(), ''],
  };
  const figures = Object.entries(values).map(([name, [value, note, places = []]]) => ({
    name,
    value,
    note,
    places,
    ...limits[name as keyof typeof limits],
  }));
  return { figures, modules };
}

function figuresOfModule(module: string, files: readonly SourceFile[], allLines: number): ModuleFigures {
  const lines = linesOf(files);
  const named = files.flatMap(({ path, text }) => signaturesOf(path, text)).filter(({ name }) => name !== null);
  const parameters = named.reduce((sum, one) => sum + one.parameters, 0);
  return {
    module,
    files: files.length,
    lines,
    share: percent(lines, allLines),
    functions: named.length,
    meanParameters: named.length === 0 ? 0 : Math.round((parameters / named.length) * 100) / 100,
    many: percent(named.filter((one) => one.parameters >= 4).length, named.length),
  };
}

function counted(places: readonly string[]): Value {
  return [places.length, '', places];
}

/** Files of `src` that are loaded when the entry runs. The note adds the number with type-only imports. */
function closure(entry: string): Value {
  const ofSource = (paths: Iterable<string>): string[] => [...paths].filter((path) => path.startsWith('src/'));
  const readers = ofSource(loadedBy(entry)).filter((path) => path.startsWith('src/io/chains/')).length;
  const whole = ofSource(reachedFrom(entry)).length;
  return [ofSource(loadedBy(entry)).length, `${readers} of them in io/chains; with types ${whole}`];
}

/** The interface of `features/instance.ts` with the most own members. */
function largestPort(files: readonly SourceFile[]): Value {
  const { text = '' } = files.find(({ path }) => path === 'src/features/instance.ts') ?? {};
  const ports = [...text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].map(([, name, body = '']) => ({
    name,
    members: body.split('\n').filter((line) => /^ {2}(?:readonly )?\w+[:(]/.test(line)).length,
  }));
  const [largest] = ports.sort((a, b) => b.members - a.members);
  return [largest?.members ?? 0, largest?.name ?? ''];
}

/** Packages of the lock file, without development packages and optional packages for other platforms. */
function productionPackages(): number {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as LockFile;
  return Object.entries(packages).filter(
    ([path, { dev, devOptional, optional, link }]) =>
      path.includes('node_modules/') && !(dev ?? devOptional ?? optional ?? link),
  ).length;
}

interface LockFile {
  readonly packages: Readonly<
    Record<string, Partial<Record<'dev' | 'devOptional' | 'optional' | 'link', true | undefined>>>
  >;
}

function linesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
