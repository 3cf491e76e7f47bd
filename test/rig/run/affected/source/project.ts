// The code of a project: the pieces of each file, and the files that import it.
import { importsOf } from '../../../house/source-text.ts';
import { importTarget, packageOf } from '../../../house/source-tree.ts';
import { plainSource, type Source } from './pieces.ts';

export interface Project {
  readonly tests: readonly string[];
  /** null for a deleted file or a file without code. */
  sourceOf(path: string): Promise<Source | null>;
  /** The files that import this one, or start it as a thread or a process. */
  importersOf(path: string): readonly string[];
  /** Every project file that these load, including themselves. */
  closureOf(paths: readonly string[]): ReadonlySet<string>;
  codeBelow(folder: string): readonly string[];
  /** The packages that a file imports. */
  packagesOf(path: string): readonly string[];
}

export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) && !path.endsWith('.d.ts');
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** `paths` are all its files; `textOf` returns null for a deleted one. */
export function projectOf(paths: readonly string[], textOf: (path: string) => string | null): Project {
  const sources = new Map<string, Promise<Source | null>>();
  const targets = new Map<string, readonly string[]>();
  const packages = new Map<string, readonly string[]>();
  const importers = new Map<string, string[]>();
  for (const path of paths.filter(isCode)) {
    const text = textOf(path);
    const specifiers = text === null ? [] : specifiersIn(text);
    const found = specifiers.flatMap((one) => importTarget(path, one) ?? []);
    targets.set(path, found);
    packages.set(
      path,
      specifiers.flatMap((one) => packageOf(one) ?? []),
    );
    for (const target of new Set(found)) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const read = async (path: string) => {
    const text = isCode(path) ? textOf(path) : null;
    return text === null ? null : plainSource(path, text);
  };
  return {
    tests: paths.filter(isTest),
    sourceOf(path) {
      const source = sources.get(path) ?? read(path);
      sources.set(path, source);
      return source;
    },
    importersOf: (path) => importers.get(path) ?? [],
    closureOf(entries) {
      const known = new Set<string>();
      const open = [...entries];
      for (let path = open.pop(); path !== undefined; path = open.pop()) {
        if (known.has(path)) continue;
        known.add(path);
        open.push(...(targets.get(path) ?? []));
      }
      return known;
    },
    codeBelow: (folder) => [...targets.keys()].filter((path) => path.startsWith(folder) && !isTest(path)),
    packagesOf: (path) => packages.get(path) ?? [],
  };
}

/** Its imports, except type imports, and the files that it starts as a thread or a process. */
function specifiersIn(text: string): string[] {
  const imported = importsOf(text).flatMap(({ specifier, typeOnly }) => (typeOnly ? [] : specifier));
  const named = [...text.matchAll(/\bnew URL\('(\.[^']+\.[jt]s)', import\.meta\.url\)/g)];
  return [...imported, ...named.map(([, specifier = '']) => specifier)];
}
