// Renders a document as a page, with search and groups of pages at the side, in the style of the API reference.
import { posix } from 'node:path';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import { type DocsPage, framedPage } from '../pages/docs-page.ts';
import { renderMarkdown } from '../pages/render-markdown.ts';
import { referenceStyle } from '../reference/frame/reference-style.ts';
import { searchFrame } from '../reference/frame/search-frame.ts';
import { anchorOf } from './anchors.ts';
import { addressOf, type PageGroup } from './site-index.ts';

export interface Site {
  readonly groups: readonly PageGroup[];
  /** The paths of all documents below docs/. */
  readonly names: ReadonlySet<string>;
  readonly publicUrl: string;
  /** The URL of the search script; null if it is not built. */
  readonly script: string | null;
}

/** `path` is below docs/. The first page, README.md, has no list at the side. */
export function sitePage(path: string, text: string, site: Site): DocsPage {
  const { title, html } = renderMarkdown(text.replaceAll('{{PUBLIC_URL}}', site.publicUrl), linksOf(path, site));
  const isFirst = path === 'README.md';
  const search = searchFrame(site.script);
  const crumb = isFirst ? '' : '<p class="crumb"><a href="/docs">All pages</a></p>';
  const more = isFirst ? referenceLinks : '';
  const side = `<aside>${search.html}${groupsHtml(path, site.groups)}</aside>`;
  return framedPage({
    title: isFirst ? 'Documentation' : title,
    content: `<div class="reference document">${side}<main>${crumb}${html}${more}</main></div>`,
    place: '/docs',
    style: referenceStyle,
    head: search.head,
    hasScript: site.script !== null,
  });
}

const referenceLinks = [
  '<h2 id="api">API</h2><ul>',
  '<li><a href="/docs/api">API reference</a>: Every operation with its fields, errors and an example.</li>',
  '<li><a href="/docs/versions">Versions</a>: The versions of each operation.</li>',
  '</ul>',
].join('');

/**
 * Links between documents lead to their pages. A link to a file that the instance does not serve becomes plain text.
 */
function linksOf(path: string, site: Site): (href: string) => string | null {
  return (href) => {
    if (/^(?:[a-z]+:|\/|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const target = posix.join(posix.dirname(path), file);
    if (!site.names.has(target)) return null;
    return addressOf(target) + (anchor === undefined ? '' : `#${anchor}`);
  };
}

/** Lists the pages of the current group. Other groups link to their section of the first page. */
function groupsHtml(path: string, groups: readonly PageGroup[]): string {
  const items = groups.map(({ title, pages }) => {
    const isCurrent = pages.some((one) => isWithin(path, one.path));
    const links = pages.map((one) => {
      const current = isWithin(path, one.path) ? ' aria-current="page"' : '';
      return `<li><a href="${addressOf(one.path)}"${current}>${escapeHtml(one.title)}</a></li>`;
    });
    const own = isCurrent ? `<ul>${links.join('')}</ul>` : '';
    return `<li><a href="/docs#${anchorOf(title)}">${escapeHtml(title)}</a>${own}</li>`;
  });
  const current = path === 'README.md' ? ' aria-current="page"' : '';
  const first = `<li><a href="/docs"${current}>All pages</a></li>`;
  return `<nav class="groups" aria-label="Pages"><ul>${first}${items.join('')}</ul></nav>`;
}

/** Whether the page is the listed one, or is in the folder that the listed one describes. */
function isWithin(path: string, listed: string): boolean {
  const folder = listed.replace(/(?:\/README)?\.md$/, '');
  return path === listed || path.startsWith(`${folder}/`);
}
