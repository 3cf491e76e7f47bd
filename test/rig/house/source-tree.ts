// The project's own files and their imports.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { type Import, importsOf } from './source-text.ts';

/** The project's root folder. */
export const projectRoot = resolve(import.meta.dirname, '../../..');

export interface SourceFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * The text files below these folders whose names end in one of `extensions`, without build output and installed
 * packages.
 */
export function sourceFiles(folders: readonly string[], extensions: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** The target of a relative import, from the project's root; null for a package or a part of Node. */
export function importTarget(fromPath: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(posix.dirname(fromPath), specifier));
}

/** Every project file that is loaded when `path` runs, including itself. Type-only imports are not followed. */
export function loadedBy(path: string): Set<string> {
  return closureOf(path, ({ typeOnly }) => !typeOnly);
}

/** Every project file that `path` imports directly or indirectly, including itself and type-only imports. */
export function reachedFrom(path: string): Set<string> {
  return closureOf(path, () => true);
}

/** The name of the imported package: '@scure/base' for '@scure/base/x'; null for files and parts of Node. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('/') || specifier.startsWith('node:')) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Installed, built, or generated. A separate test compares generated files with their sources. */
const notOurs = new Set(['node_modules', 'dist', 'data', 'build', 'coverage', 'generated']);

function closureOf(entry: string, follows: (one: Import) => boolean): Set<string> {
  const known = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (known.has(path)) continue;
    known.add(path);
    for (const one of importsIn(path)) {
      const target = follows(one) ? importTarget(path, one.specifier) : null;
      if (target !== null) open.push(target);
    }
  }
  return known;
}

const imports = new Map<string, readonly Import[]>();

/** Cached, because many closures contain the same files. */
function importsIn(path: string): readonly Import[] {
  const found = imports.get(path) ?? importsOf(textOf(path) ?? '');
  imports.set(path, found);
  return found;
}

function filesBelow(folder: string): string[] {
  const entries = entriesOf(join(projectRoot, folder));
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) || entry.name.startsWith('.') ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(join(projectRoot, path), 'utf8');
  } catch {
    return null;
  }
}
