// The page of a group: a list of its operations, each operation in full, and the objects they return.
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import type { DocsPage } from '../pages/docs-page.ts';
import { fieldsHtml } from './drawn/fields.ts';
import { objectSection } from './drawn/object-section.ts';
import { asField, type DrawingParts, operationSection } from './drawn/operation-section.ts';
import { prose } from './drawn/prose.ts';
import { operationLinks } from './frame/operation-links.ts';
import { referencePage } from './frame/reference-page.ts';
import type { GroupPage } from './site-map.ts';

/** `script` is the URL of the search script; null if it is not built. */
export function groupPage(page: GroupPage, parts: DrawingParts, script: string | null): DocsPage {
  const { site } = parts;
  const main = [
    `<h1>${escapeHtml(page.title)}</h1>`,
    `<div class="lead">${prose(page.description, site)}</div>`,
    operationLinks(page.operations, site),
    objectLinks(page.objects),
    ...page.operations.map((operation) => operationSection(operation, parts)),
    page.slug === 'webhooks' ? deliveryHtml(parts) : '',
    ...page.objects.map((name) => objectSection(name, parts)),
  ];
  return referencePage({ title: page.title, main: main.join(''), slug: page.slug, site, script });
}

function objectLinks(objects: readonly string[]): string {
  const links = objects.map((name) => `<a href="#${name}"><code>${name}</code></a>`);
  return links.length === 0 ? '' : `<p class="objects">Objects: ${links.join(' ')}</p>`;
}

/** The headers of a delivery. The events have their own page. */
function deliveryHtml({ site }: DrawingParts): string {
  const fields = fieldsHtml(site.document.deliveryHeaders.map(asField), { site, anchor: 'delivery', in: 'answer' });
  return [
    '<section class="entry" aria-labelledby="delivery"><div><h2 id="delivery"><a href="#delivery">Delivery</a></h2>',
    '<p>A POST to the URL of the endpoint, with one of the <a href="/docs/events">events</a> as its body.',
    '<a href="/docs/how-to/receive-webhooks">How to receive and verify them.</a></p>',
    `<h3>Headers</h3>${fields}</div></section>`,
  ].join(' ');
}
