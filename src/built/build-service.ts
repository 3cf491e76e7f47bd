// Bundles the service and the command line, with their packages, into a few files: part of `npm run build`.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { checkedLocales } from '../io/words/checked-locales.ts';
import { compileServiceTexts } from '../io/words/service-texts.ts';
import { builtFolder, entries, root } from './built-file.js';

/** Not bundled: packages with native code, and Vite, which is not part of the service. */
const notBuilt = ['sharp', 'pg-native', 'vite'];
/** Older builds are kept because running processes may still load files from them. */
const keptBuilds = 3;

/**
 * Returns the folder of the build. 'missing or stale' builds only if these sources were not built yet; 'always' builds
 * in any case and removes builds of other versions. Throws if Vite is not installed. Several processes may call it at
 * once: each builds on its own, and the first to finish provides the folder for all.
 */
export async function buildService(options: { readonly if: 'missing or stale' | 'always' }): Promise<string> {
  const target = builtFolder();
  if (options.if === 'missing or stale' && existsSync(target)) return target;
  // Done first, so that a folder without write permission fails at once.
  await mkdir(dirname(target), { recursive: true });
  const scratch = join(dirname(target), `.building-${randomUUID()}`);
  try {
    await bundleService(scratch);
    await removeBuilds(dirname(target), options.if === 'always' ? 0 : keptBuilds);
    await rename(scratch, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return target;
}

/** The same files, with a source map for each. Returns their folder, which the next call removes. */
export async function buildServiceMaps(): Promise<string> {
  const folder = join(dirname(builtFolder()), '.maps');
  await rm(folder, { recursive: true, force: true });
  await bundleService(folder, { sourcemap: 'hidden' });
  return folder;
}

export interface Bundling {
  readonly sourcemap?: false | 'hidden';
  /** Further entries, as paths from the project's root by their names. */
  readonly alsoEntries?: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
}

/** Bundles the entries into `outDir`, which must be three levels below the project's root. */
export async function bundleService(
  outDir: string,
  { sourcemap = false, alsoEntries = {}, plugins = [] }: Bundling = {},
): Promise<void> {
  const inputs = { ...entries, ...alsoEntries };
  const { build } = await import('vite');
  const mode = process.env.NODE_ENV;
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      plugins: [
        { name: 'texts', enforce: 'pre', load: compiledTexts },
        { name: 'places', enforce: 'pre', transform: (code, id) => withPlaces(code, id, outDir) },
        ...plugins,
      ],
      ssr: { noExternal: true, external: notBuilt },
      build: {
        ssr: true,
        outDir,
        sourcemap,
        target: 'node24',
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(inputs).map(([name, path]) => [name, join(root, path)])),
          output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js', comments: false },
        },
      },
    });
  } finally {
    // Vite leaves NODE_ENV=production behind. Later code would take that for a setting of the operator.
    if (mode === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = mode;
  }
}

/** Replaces locale files with compiled texts. A built instance contains neither the locale parser nor the files. */
function compiledTexts(id: string): string | null {
  if (relative(root, id) !== 'src/io/words/service-texts.ts') return null;
  return `export const serviceTexts = ${JSON.stringify(checkedLocales().map(compileServiceTexts))};`;
}

/**
 * Rewrites paths relative to a source file, so that they work from the build folder. Sources that start a thread or a
 * process are entries, so their paths lead to the built entry.
 */
function withPlaces(code: string, id: string, outDir: string): string | null {
  const path = relative(root, id);
  if (!/^(?:src|web)\//.test(path) || !code.includes('import.meta.url')) return null;
  const place = JSON.stringify(relative(outDir, id));
  return code.replaceAll(/new URL\('([^']+)\.ts', import\.meta\.url\)|import\.meta\.url/g, (found, entry?: string) =>
    entry === undefined
      ? `new URL(${place}, import.meta.url).href`
      : found.replace(`'${entry}.ts'`, JSON.stringify(`./${basename(entry)}.js`)),
  );
}

async function removeBuilds(folder: string, kept: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const built = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = built.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}

if (process.argv[1] === import.meta.filename) {
  const isForOnce = process.argv[2] === 'missing';
  process.stdout.write(`${await buildService({ if: isForOnce ? 'missing or stale' : 'always' })}\n`);
}
