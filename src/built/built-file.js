// Finds what was built of these very sources: a few files instead of two thousand start in a fraction of the time.
// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What processes and threads begin with. */
export const entries = {
  service: 'src/service.ts',
  'open-service': 'src/open-service.ts',
  'run-command': 'src/cli/run-command.ts',
  'command-line': 'src/cli/command-line.ts',
  'run-watcher': 'src/roles/run-watcher.ts',
  'picture-child': 'src/io/files/picture-child.ts',
};

/**
 * Where an entry was built to; it is built first where that is missing and Vite, which builds it, is installed. null
 * where it cannot be, and for whoever looks at the sources with a debugger or a profile: they run as well, only slower.
 * @param {keyof typeof entries} entry
 * @returns {string | null} a URL
 */
export function builtFile(entry) {
  if (process.execArgv.some((option) => looksAtSources.test(option))) return null;
  const folder = builtFolder();
  // In a process of its own: what builds takes more memory than the service ever will.
  if (!existsSync(folder)) spawnSync(process.execPath, [builder, 'missing'], { stdio: 'ignore' });
  return existsSync(folder) ? pathToFileURL(join(folder, `${entry}.js`)).href : null;
}

const looksAtSources = /^--(?:inspect|cpu-prof|heap-prof|enable-source-maps|watch)/;
const builder = join(root, 'src/built/build-service.ts');

/**
 * Named after all that it is made of: other sources are built elsewhere, so nothing that is stale is ever run.
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
 * What the service takes from there: whether a page is built, and where to.
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
 * The texts of all languages, which the service carries compiled.
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
