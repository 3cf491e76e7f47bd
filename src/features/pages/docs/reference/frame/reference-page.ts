// The frame of every reference page: search, the list of groups at the side, and the content.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import { type DocsPage, framedPage } from '../../pages/docs-page.ts';
import type { SiteMap } from '../site-map.ts';
import { referenceStyle } from './reference-style.ts';
import { searchFrame } from './search-frame.ts';

export interface ReferenceParts {
  readonly title: string;
  /** HTML with escaped texts. */
  readonly main: string;
  /** The slug of the page's group; null for the first page. */
  readonly slug: string | null;
  readonly site: SiteMap;
  /** The URL of the search script; null if it is not built. */
  readonly script: string | null;
}

export function referencePage({ title, main, slug, site, script }: ReferenceParts): DocsPage {
  const search = searchFrame(script);
  const crumb = slug === null ? '' : '<p class="crumb"><a href="/docs/api">All operations</a></p>';
  const side = `<aside>${search.html}${groupsHtml(slug, site)}</aside>`;
  const content = `<div class="reference">${side}<main>${crumb}${main}</main></div>`;
  return framedPage({
    title: slug === null ? title : `${title} API`,
    content,
    place: '/docs/api',
    style: referenceStyle,
    head: search.head,
    hasScript: script !== null,
  });
}

/** For the current group, its operations are listed too. */
function groupsHtml(slug: string | null, site: SiteMap): string {
  const items = site.pages.map((page) => {
    const isCurrent = page.slug === slug;
    const links = page.operations.map((one) => `<li><a href="#${one.id}">${escapeHtml(one.summary)}</a></li>`);
    const own = isCurrent && links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
    const current = isCurrent ? ' aria-current="page"' : '';
    return `<li><a href="/docs/api/${page.slug}"${current}>${escapeHtml(page.title)}</a>${own}</li>`;
  });
  const current = slug === null ? ' aria-current="page"' : '';
  const first = `<li><a href="/docs/api"${current}>All operations</a></li>`;
  return `<nav class="groups" aria-label="API reference"><ul>${first}${items.join('')}</ul></nav>`;
}
