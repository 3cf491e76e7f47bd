// The project's own files, and what each of them imports.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { type Import, importsOf } from './source-text.ts';

/** The project's root folder. */
export const projectRoot = resolve(import.meta.dirname, '../../..');

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * The text files below these folders whose names end in one of `extensions`; what is built or installed is left out.
 */
export function sourceFiles(folders: readonly string[], extensions: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** Where a relative import leads, from the project's root; null for a package or a part of Node. */
export function importTarget(fromPath: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(posix.dirname(fromPath), specifier));
}

/** Every project file that running `path` loads, itself included: what only types need is not loaded. */
export function loadedBy(path: string): Set<string> {
  return closureOf(path, ({ typeOnly }) => !typeOnly);
}

/** Every project file that `path` needs to be understood, itself included: what it loads, and what only types need. */
export function reachedFrom(path: string): Set<string> {
  return closureOf(path, () => true);
}

/** The name of the package that an import names: '@scure/base' of '@scure/base/x'; null for files and parts of Node. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('.') || specifier.startsWith('/') || specifier.startsWith('node:')) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Installed, built, or written by a program: a test of its own holds the last kind against what it was written from.
 */
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

/** Read once: many closures go through the same files. */
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
