// A list of operations, each with its method and its path.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import type { ReadOperation } from '../document-reader.ts';
import type { SiteMap } from '../site-map.ts';

/** Empty if there are no operations. */
export function operationLinks(operations: readonly ReadOperation[], site: SiteMap): string {
  const items = operations.map((one) => {
    const { method, path, summary } = one;
    const route = `<b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code>`;
    return `<li><a href="${site.hrefOfOperation(one)}">${escapeHtml(summary)}</a> <span>${route}</span></li>`;
  });
  return items.length === 0 ? '' : `<ul class="operations">${items.join('')}</ul>`;
}
