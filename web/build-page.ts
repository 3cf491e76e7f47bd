// Builds a page when its sources are newer than its build: once per version of the sources, in a folder named after
// their hash.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The page cannot be served; the message says how to build it. */
export class PageNotBuilt extends Error {
  constructor(page: string, options?: ErrorOptions) {
    super(
      `The ${page} is not built, and Vite, which builds it, is not installed. ` +
        'Run `npm ci` (with development dependencies) and `npm run build`.',
      options,
    );
    this.name = 'PageNotBuilt';
  }
}

export interface PageSources {
  /** The name in messages: 'checkout page'. */
  readonly name: string;
  /** The folder of the page with its vite.config.ts. The build goes to `dist` in it. */
  readonly folder: string;
  /** The packages of package.json whose versions shape the bundle. */
  readonly packages: readonly string[];
  /** Other folders that it imports from, relative to `web`. */
  readonly takesFrom?: readonly string[];
  /**
   * A folder of the page with a vite.config.ts of its own that is bundled for the server, which draws the page with it.
   * It goes to server/ in the build, with all its imports.
   */
  readonly server?: string;
}

/** The texts of all languages and their compiler, for `takesFrom`. */
export const textSources: readonly string[] = ['../locales', '../src/io/words'];

export interface BuildOptions {
  readonly if: 'missing or stale' | 'always';
}

/**
 * Returns the folder of the built page: index.html, assets/ with hashed names and their .br and .gz files, and server/
 * if the page has such a part. 'missing or stale' builds only if this version of the sources is not built yet; 'always'
 * builds and removes earlier versions. Throws PageNotBuilt if it must be built and Vite is not installed. Several
 * processes may call it at once: each builds on its own, and the first to finish publishes the folder.
 */
export async function buildPage(page: PageSources, options: BuildOptions): Promise<string> {
  const target = await builtFolder(page);
  const dist = dirname(target);
  if (options.if === 'missing or stale' && existsSync(target)) return target;
  const vite = await import('vite').catch((cause: unknown) => {
    throw new PageNotBuilt(page.name, { cause });
  });
  const mode = process.env.NODE_ENV;
  const scratch = join(dist, `.building-${randomUUID()}`);
  unfinished.add(scratch);
  try {
    await vite.build({
      configFile: join(page.folder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: scratch, emptyOutDir: true },
    });
    await compressAll(scratch);
    if (page.server !== undefined) {
      await vite.build({
        configFile: join(page.folder, page.server, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: join(scratch, 'server'), emptyOutDir: true },
      });
    }
    if (options.if === 'always') await removeBuilds(dist);
    await publish(scratch, target);
  } finally {
    // Vite leaves NODE_ENV=production behind, which later code would take for the operator's setting.
    if (mode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = mode;
    await rm(scratch, { recursive: true, force: true });
    unfinished.delete(scratch);
  }
  return target;
}

const unfinished = new Set<string>();

/** Removes the folders of unfinished builds, for a process that ends during a build. */
export function removeUnfinished(): void {
  for (const scratch of unfinished) rmSync(scratch, { recursive: true, force: true });
}

/** Reads a file. Pages that are checked together share one reader, so that a shared source is read once. */
type ReadSource = (path: string) => Promise<Buffer>;

/** The folder of this version of the page, built or not. */
export async function builtFolder(page: PageSources, read: ReadSource = readFile): Promise<string> {
  return join(page.folder, 'dist', await sourceHash(page, read));
}

/** Reads each file once and keeps it as long as the function lives. */
export function sharedReader(): ReadSource {
  const known = new Map<string, Promise<Buffer>>();
  return (path) => {
    const content = known.get(path) ?? readFile(path);
    known.set(path, content);
    return content;
  };
}

/** A rename is atomic: readers see the whole folder or none. A folder that already exists has the same content. */
async function publish(scratch: string, target: string): Promise<void> {
  try {
    await rename(scratch, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

async function removeBuilds(dist: string): Promise<void> {
  const builds = (await readdir(dist)).filter((name) => !name.startsWith('.'));
  await Promise.all(builds.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}

/**
 * Everything that shapes the bundle: the page's sources, its configuration, the modules it shares with the server, and
 * the packages' versions.
 */
async function sourceHash({ folder, packages, takesFrom = [] }: PageSources, read: ReadSource): Promise<string> {
  const hash = createHash('sha256');
  const folders = [folder, join(root, 'src/core'), ...takesFrom.map((name) => join(root, 'web', name))];
  const files = [...(await Promise.all(folders.map(filesUnder))).flat(), fileURLToPath(import.meta.url)];
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(await read(file))
      .update('\0');
  }
  const manifest = JSON.parse(String(await read(join(root, 'package.json')))) as Manifest;
  for (const name of [...packages, 'vite']) {
    hash.update(`${name}@${manifest.dependencies[name] ?? manifest.devDependencies[name]}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : filesUnder(path);
    return [path];
  });
  return (await Promise.all(nested)).flat();
}

/** Compressed once, at the highest level, rather than for every visitor. */
async function compressAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await filesUnder(folder)) {
    if (!/\.(?:js|css|json)$/.test(file) || (await stat(file)).size === 0) continue;
    const content = await readFile(file);
    const brotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
