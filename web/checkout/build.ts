// Builds the checkout page when its sources are newer than what was built: once per version of the sources, under their
// hash.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const dist = join(here, 'dist');

/** The page cannot be served: the message says what to do. */
export class CheckoutNotBuilt extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The checkout page is not built, and Vite, which builds it, is not installed. Run `npm ci` (with development dependencies) and `npm run build`.',
      options,
    );
    this.name = 'CheckoutNotBuilt';
  }
}

/**
 * Answers the folder that holds the built page: index.html, and assets/ with hashed names beside their .br and .gz.
 * 'missing or stale' builds only where this version of the sources was not built yet; 'always' builds anyway and leaves
 * nothing of earlier versions behind.
 * Several processes may call it at once: each builds on its own, the first to finish gives everyone the folder.
 */
export async function buildCheckout(options: { if: 'missing or stale' | 'always' }): Promise<string> {
  const target = join(dist, await sourceHash());
  if (options.if === 'missing or stale' && existsSync(target)) return target;
  const vite = await import('vite').catch((cause: unknown) => {
    throw new CheckoutNotBuilt({ cause });
  });
  const mode = process.env.NODE_ENV;
  const scratch = join(dist, `.building-${randomUUID()}`);
  try {
    await vite.build({
      configFile: join(here, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: scratch, emptyOutDir: true },
    });
    await compressAll(scratch);
    if (options.if === 'always') await removeBuilds();
    await publish(scratch, target);
  } finally {
    // Vite leaves NODE_ENV=production behind, and whoever reads the environment later would take that for the
    // operator's word.
    if (mode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = mode;
    await rm(scratch, { recursive: true, force: true });
  }
  return target;
}

/** A rename is atomic: readers see the whole folder or none. Where it is there already, it holds the same. */
async function publish(scratch: string, target: string): Promise<void> {
  try {
    await rename(scratch, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

async function removeBuilds(): Promise<void> {
  const builds = (await readdir(dist)).filter((name) => !name.startsWith('.'));
  await Promise.all(builds.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}

/**
 * Everything that shapes the bundle: the page's sources, the rules it shares with the server, and the tools' versions.
 */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  const files = [...(await filesUnder(here)), ...(await filesUnder(join(root, 'src/core')))];
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  for (const tool of ['preact', 'uqr', 'vite']) {
    hash.update(`${tool}@${manifest.dependencies[tool] ?? manifest.devDependencies[tool]}\0`);
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
    if (entry.isDirectory()) return path === dist ? [] : filesUnder(path);
    return [path];
  });
  return (await Promise.all(nested)).flat();
}

/** Compressed once here, as well as it goes, instead of for every visitor. */
async function compressAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await filesUnder(folder)) {
    if (!/\.(?:js|css)$/.test(file) || (await stat(file)).size === 0) continue;
    const content = await readFile(file);
    const brotli = { params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await buildCheckout({ if: 'always' })}\n`);
}
