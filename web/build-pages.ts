// All pages, in the order in which a first start builds them: those for customers first.
import { existsSync } from 'node:fs';
import { buildPage, builtFolder, PageNotBuilt, type PageSources, sharedReader } from './build-page.ts';
import { checkoutSources } from './checkout/build.ts';
import { consoleSources } from './console/build.ts';
import { counterSources } from './counter/build.ts';
import { docsSources } from './docs/build.ts';
import { embedSources } from './embed/build.ts';

const pages = {
  checkout: checkoutSources,
  docs: docsSources,
  counter: counterSources,
  embed: embedSources,
  console: consoleSources,
} satisfies Record<string, PageSources>;

export type PageKey = keyof typeof pages;

/** The packages that the pages contain, without their dependencies. */
export function pagePackages(): string[] {
  return [...new Set(Object.values(pages).flatMap(({ packages }) => packages))];
}

export type BuildStep =
  | { readonly kind: 'building'; readonly page: PageKey }
  | { readonly kind: 'built'; readonly page: PageKey; readonly millis: number };

/** The folder of each page's current version, built or not. Reads every source once, which takes some 50 ms. */
export async function builtFolders(): Promise<Readonly<Record<PageKey, string>>> {
  const read = sharedReader();
  const keys = Object.keys(pages) as PageKey[];
  const folders = await Promise.all(keys.map(async (key) => [key, await builtFolder(pages[key], read)] as const));
  return Object.fromEntries(folders) as Record<PageKey, string>;
}

/** The pages that are not built in their current version. */
export async function missingPages(): Promise<readonly PageKey[]> {
  return missingOf(await builtFolders());
}

export function missingOf(folders: Readonly<Record<PageKey, string>>): readonly PageKey[] {
  return (Object.keys(pages) as PageKey[]).filter((key) => !existsSync(folders[key]));
}

/**
 * Builds the missing pages one after the other. Throws PageNotBuilt if one cannot be built. The script of the API
 * reference may be missing: the reference can be read without it.
 */
export async function buildMissingPages(report: (step: BuildStep) => void): Promise<void> {
  for (const page of await missingPages()) {
    const began = performance.now();
    report({ kind: 'building', page });
    try {
      await buildPage(pages[page], { if: 'missing or stale' });
    } catch (error) {
      if (!(error instanceof PageNotBuilt && page === 'docs')) throw error;
    }
    report({ kind: 'built', page, millis: Math.round(performance.now() - began) });
  }
}

/** Builds every page again, and removes earlier builds. Yields the folders. */
export async function* buildAllPages(): AsyncGenerator<string> {
  for (const page of Object.values(pages)) yield await buildPage(page, { if: 'always' });
}
