// Renders the Markdown of the API document as HTML. Names of objects, operations and errors in code become links.
import { inline, renderMarkdown } from '../../pages/render-markdown.ts';
import type { SiteMap } from '../site-map.ts';

/** Paragraphs and lists. */
export function prose(text: string, site: SiteMap): string {
  return text === '' ? '' : linked(renderMarkdown(text).html, site);
}

/** Markdown within one line. */
export function phrase(text: string, site: SiteMap): string {
  return linked(inline(text), site);
}

/** Only plain names can be links, so nothing has to be unescaped. */
function linked(html: string, site: SiteMap): string {
  return html.replaceAll(/<code>([\w ./{}-]+)<\/code>/g, (all, code: string) => {
    const href = site.hrefOfCode(code);
    return href === null ? all : `<a href="${href}">${all}</a>`;
  });
}
