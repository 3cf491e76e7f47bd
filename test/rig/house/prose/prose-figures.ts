// Measures the English of each folder, and compares it with the folder's limits.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, type SourceFile, sourceFiles } from '../source-tree.ts';
import { passagesOf } from './passages.ts';
import { allowance, countSigns, type Place, type ProseFigures, type Sign, type SignName, signs } from './signs.ts';

/** By folder, the most that each sign may occur. A missing number is 0. */
export type ProseLimits = Readonly<Record<string, Readonly<Partial<Record<SignName, number>>>>>;

export interface FolderFigures extends ProseFigures {
  readonly folder: string;
}

/** A sign that occurs more often in a folder than its limit and its goal allow. */
export interface Excess {
  readonly folder: string;
  readonly sign: SignName;
  readonly count: number;
  readonly most: number;
  readonly places: readonly Place[];
}

export const limitsPath = 'test/rig/house/prose/limits.json';

/** Measures the present text of the project. The result is sorted by folder. */
export function measureProse(): FolderFigures[] {
  const source = sourceFiles(
    ['src', 'web', 'sdk', 'test', 'demo', 'bench', 'drills', 'tools', 'examples'],
    ['.ts', '.tsx'],
  );
  const documents = sourceFiles(['.'], ['.md']).filter(({ path }) => folderOf(path) !== null);
  const files = [...source, ...documents, ...sourceFiles(['locales'], ['/en.json'])];
  const byFolder = Map.groupBy(files, ({ path }: SourceFile) => folderOf(path));
  byFolder.delete(null);
  return [...byFolder]
    .map(([folder, inFolder]) => ({ folder: folder as string, ...countSigns(inFolder.flatMap(passagesOf)) }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

export function excessesOf(folders: readonly FolderFigures[], limits: ProseLimits): Excess[] {
  return folders.flatMap((figures) =>
    signs.flatMap((sign) => {
      const { folder } = figures;
      const [count, most] = [figures.counts[sign.name], mostOf(figures, sign, limits)];
      const places = figures.places.filter((place) => place.sign === sign.name);
      return count > most ? [{ folder, sign: sign.name, count, most, places }] : [];
    }),
  );
}

/** The limits without what is no longer needed: none is higher than before, and none is as low as its goal. */
export function lowered(folders: readonly FolderFigures[], limits: ProseLimits): ProseLimits {
  return Object.fromEntries(
    folders.flatMap((figures) => {
      const kept = signs.flatMap((sign) => {
        const limit = Math.min(limits[figures.folder]?.[sign.name] ?? 0, figures.counts[sign.name]);
        return limit > allowance(sign, figures) ? [[sign.name, limit] as const] : [];
      });
      return kept.length === 0 ? [] : [[figures.folder, Object.fromEntries(kept)] as const];
    }),
  );
}

export function readLimits(): ProseLimits {
  return JSON.parse(readFileSync(join(projectRoot, limitsPath), 'utf8')) as ProseLimits;
}

export function writeLimits(limits: ProseLimits): void {
  writeFileSync(join(projectRoot, limitsPath), `${JSON.stringify(limits, null, 2)}\n`);
}

/** Null for files that are no text of the project for readers. */
export function folderOf(path: string): string | null {
  const at = path.replace(/^\.\//, '');
  for (const [pattern, name] of folders) {
    const found = pattern.exec(at);
    if (found !== null) return name ?? `${found[1]}`;
  }
  return null;
}

/** The first that fits names the folder: the given name, or the part in brackets. */
const folders: readonly (readonly [RegExp, string?])[] = [
  [/^(src\/core)\//],
  [/^(src\/io\/chains)\//],
  [/^(src\/io)\//],
  [/^(src\/features\/[\w-]+)\//],
  [/^src\/features\//, 'src/features'],
  [/^src\//, 'src/cli and src/roles'],
  [/^(web\/console)\//],
  [/^(web\/checkout)\//],
  [/^web\//, 'web, other'],
  [/^(?:test|bench|drills|demo|tools)\/.*\.tsx?$/, 'test'],
  [/^sdk\/.*\.tsx?$/, 'sdk'],
  [/^(examples)\//],
  [/^(docs\/[\w-]+)\//],
  [/^(CHANGELOG\.md)$/],
  [/^(?:docs\/)?[\w-]+\.md$|^sdk\/README\.md$/, 'root pages'],
  [/^(locales\/en\.json)$/],
];

function mostOf(figures: FolderFigures, sign: Sign & { readonly name: SignName }, limits: ProseLimits): number {
  return Math.max(limits[figures.folder]?.[sign.name] ?? 0, allowance(sign, figures));
}
