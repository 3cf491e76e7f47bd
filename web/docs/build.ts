// Builds the page of the API document when its sources are newer than what was built.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildPage, PageNotBuilt } from '../build-page.ts';

/** Answers the folder of the built page: index.html, and assets/docs/. Throws PageNotBuilt. */
export function buildDocs(options: BuildOptions): Promise<string> {
  const folder = dirname(fileURLToPath(import.meta.url));
  const page = { name: 'page of the API document', folder, packages: ['@scalar/api-reference'] };
  return buildPage({ ...page, takesFrom: ['checkout/outside'] }, options);
}

/** null where it is not built and Vite, which builds it, is not installed: the service needs no reference to run. */
export function docsWhereBuilt(): Promise<string | null> {
  return buildDocs({ if: 'missing or stale' }).catch((error: unknown) => {
    if (error instanceof PageNotBuilt) return null;
    throw error;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await buildDocs({ if: 'always' })}\n`);
}
