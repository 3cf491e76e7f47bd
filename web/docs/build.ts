// Builds the script of the documentation when its sources are newer than its build.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, PageNotBuilt, type PageSources } from '../build-page.ts';

export const docsSources: PageSources = {
  name: 'script of the API reference',
  folder: dirname(fileURLToPath(import.meta.url)),
  packages: [],
};

/** Returns the folder of the build: index.html, which names the script, and assets/docs/. Throws PageNotBuilt. */
export function buildDocs(options: BuildOptions): Promise<string> {
  return buildPage(docsSources, options);
}

/** Null if it is not built and Vite is not installed: the documentation can be read without it. */
export function docsWhereBuilt(): Promise<string | null> {
  return buildDocs({ if: 'missing or stale' }).catch((error: unknown) => {
    if (error instanceof PageNotBuilt) return null;
    throw error;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await buildDocs({ if: 'always' })}\n`);
}
