// The reference of an API document: its pages and its search entries.
import type { ApiDocument } from '../document.ts';
import type { DocsPage } from '../pages/docs-page.ts';
import { makeSamples } from '../sample.ts';
import { readDocument } from './document-reader.ts';
import { groupPage } from './group-page.ts';
import { overviewPage } from './overview-page.ts';
import { type SearchEntry, searchIndex } from './search-index.ts';
import { makeSiteMap } from './site-map.ts';

export interface Reference {
  /** The slug of each group, in the order of the document. */
  readonly slugs: readonly string[];
  overview(): DocsPage;
  /** Null if no group has this slug. Throws if an object of the group has no example. */
  group(slug: string): DocsPage | null;
  search(): readonly SearchEntry[];
}

/** `script` is the URL of the search script; null if it is not built. */
export function openReference(document: ApiDocument, script: string | null): Reference {
  const site = makeSiteMap(readDocument(document));
  const samples = makeSamples(document.components.schemas);
  return {
    slugs: site.pages.map((page) => page.slug),
    overview: () => overviewPage(site, script),
    group(slug) {
      const page = site.page(slug);
      return page === null ? null : groupPage(page, { site, samples }, script);
    },
    search: () => searchIndex(site),
  };
}
