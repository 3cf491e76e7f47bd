// The frame of every page of the reference: the search, the groups at the side, and the page itself.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import { type DocsPage, framedPage } from '../../pages/docs-page.ts';
import type { SiteMap } from '../site-map.ts';
import { referenceStyle } from './reference-style.ts';

export interface ReferenceParts {
  readonly title: string;
  /** HTML whose texts were escaped. */
  readonly main: string;
  /** The slug of the page's group; null for the first page. */
  readonly slug: string | null;
  readonly site: SiteMap;
  /** The address of the script that searches; null where it is not built. */
  readonly script: string | null;
}

export function referencePage({ title, main, slug, site, script }: ReferenceParts): DocsPage {
  const index = '<link rel="alternate" type="application/json" title="Search index" href="/docs/search.json">';
  const head = script === null ? '' : `${index}<script type="module" src="${escapeHtml(script)}"></script>`;
  const crumb = slug === null ? '' : '<p class="crumb"><a href="/docs">All operations</a></p>';
  const side = `<aside>${searchHtml}${groupsHtml(slug, site)}</aside>`;
  const content = `<div class="reference">${side}<main>${crumb}${main}</main></div>`;
  return framedPage({
    title: slug === null ? title : `${title} API`,
    ...{ content, place: '/docs', style: referenceStyle, head },
    hasScript: script !== null,
  });
}

/** Shown by the script, which it needs. */
const searchHtml = [
  '<search hidden><label for="search">Search the API</label>',
  '<input id="search" type="search" placeholder="Search the API" autocomplete="off" spellcheck="false"',
  'aria-describedby="found" aria-keyshortcuts="/"><p id="found" role="status"></p>',
  '<ul id="results" hidden></ul></search>',
].join(' ');

/** The operations of the page's own group are listed as well. */
function groupsHtml(slug: string | null, site: SiteMap): string {
  const items = site.pages.map((page) => {
    const isCurrent = page.slug === slug;
    const links = page.operations.map((one) => `<li><a href="#${one.id}">${escapeHtml(one.summary)}</a></li>`);
    const own = isCurrent && links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
    const current = isCurrent ? ' aria-current="page"' : '';
    return `<li><a href="/docs/api/${page.slug}"${current}>${escapeHtml(page.title)}</a>${own}</li>`;
  });
  const current = slug === null ? ' aria-current="page"' : '';
  const first = `<li><a href="/docs"${current}>All operations</a></li>`;
  return `<nav class="groups" aria-label="API reference"><ul>${first}${items.join('')}</ul></nav>`;
}
