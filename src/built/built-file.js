// Finds the build of the current sources. A few files start much faster than two thousand.
// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The entry points of processes and threads. */
export const entries = {
  service: 'src/service.ts',
  'open-service': 'src/open-service.ts',
  'run-command': 'src/cli/run-command.ts',
  'command-line': 'src/cli/command-line.ts',
  'run-watcher': 'src/roles/run-watcher.ts',
  'picture-child': 'src/io/files/picture-child.ts',
};

/**
 * The folder of everything that `npm pack` builds, in an installed package; null in a checkout. A package has no
 * sources, and its build belongs to its version.
 * @returns {string | null}
 */
export function packedFolder() {
  packed ??= existsSync(join(root, 'src/service.ts')) ? '' : join(root, packagedBuild);
  return packed === '' ? null : packed;
}

/** Where `npm pack` puts the built service and pages. */
export const packagedBuild = 'dist/package';

/** @type {string | undefined} */
let packed;

/**
 * The built file of an entry. If it is missing and Vite is installed, it is built first. Returns null if it cannot be
 * built, and under a debugger or profiler: the sources then run directly, only slower.
 * @param {keyof typeof entries} entry
 * @returns {string | null} a URL
 */
export function builtFile(entry) {
  const installed = packedFolder();
  if (installed !== null) return pathToFileURL(join(installed, 'service', `${entry}.js`)).href;
  if (process.execArgv.some((option) => looksAtSources.test(option))) return null;
  const folder = builtFolder();
  // In a separate process, since building takes more memory than the service ever needs.
  if (!existsSync(folder)) {
    if (process.stderr.isTTY) process.stderr.write('Building the service, once for this version of it.\n');
    spawnSync(process.execPath, [builder, 'missing'], { stdio: 'ignore' });
  }
  return existsSync(folder) ? pathToFileURL(join(folder, `${entry}.js`)).href : null;
}

const looksAtSources = /^--(?:inspect|cpu-prof|heap-prof|enable-source-maps|watch)/;
const builder = join(root, 'src/built/build-service.ts');

/**
 * The folder is named after a hash of all its sources, so a stale build is never used.
 * @returns {string} a path
 */
export function builtFolder() {
  const hash = createHash('sha256');
  const files = [...sourcesBelow(join(root, 'src')), ...pageBuilders(), ...locales(), join(root, 'package-lock.json')];
  for (const file of files.filter((path) => existsSync(path)))
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return join(root, 'dist/service', hash.digest('hex').slice(0, 16));
}

/**
 * The sources that decide whether a page is built, and where.
 * @returns {string[]}
 */
function pageBuilders() {
  const folder = join(root, 'web');
  const pages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    join(folder, 'build-page.ts'),
    join(folder, 'build-pages.ts'),
    ...pages.map(({ name }) => join(folder, name, 'build.ts')),
  ].sort();
}

/**
 * The texts of all languages, which are compiled into the service.
 * @returns {string[]}
 */
function locales() {
  const folder = join(root, 'locales');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(folder, name));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourcesBelow(path);
      return /\.[jt]s$/.test(path) && !path.endsWith('.test.ts') ? [path] : [];
    });
}
