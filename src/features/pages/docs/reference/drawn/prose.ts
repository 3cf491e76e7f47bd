// The Markdown of the API document as HTML. Code that names an object, an operation or an error leads to it.
import { inline, renderMarkdown } from '../../pages/render-markdown.ts';
import type { SiteMap } from '../site-map.ts';

/** Paragraphs and lists. */
export function prose(text: string, site: SiteMap): string {
  return text === '' ? '' : linked(renderMarkdown(text).html, site);
}

/** Within a line. */
export function phrase(text: string, site: SiteMap): string {
  return linked(inline(text), site);
}

/** Only names of plain letters can lead anywhere, so nothing has to be unescaped. */
function linked(html: string, site: SiteMap): string {
  return html.replaceAll(/<code>([\w ./{}-]+)<\/code>/g, (all, code: string) => {
    const href = site.hrefOfCode(code);
    return href === null ? all : `<a href="${href}">${all}</a>`;
  });
}
