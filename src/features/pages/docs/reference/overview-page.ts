// The first page of the reference: all operations by group, and the parts they have in common.
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import type { DocsPage } from '../pages/docs-page.ts';
import { codeHtml } from '../pages/render-markdown.ts';
import type { SecurityScheme } from './document-reader.ts';
import { commonErrorsHtml } from './drawn/answers.ts';
import { schemeName } from './drawn/callers.ts';
import { fieldsHtml } from './drawn/fields.ts';
import { asField } from './drawn/operation-section.ts';
import { phrase, prose } from './drawn/prose.ts';
import { operationLinks } from './frame/operation-links.ts';
import { referencePage } from './frame/reference-page.ts';
import type { SiteMap } from './site-map.ts';

/** `script` is the URL of the search script; null if it is not built. */
export function overviewPage(site: SiteMap, script: string | null): DocsPage {
  const { document } = site;
  const main = [
    '<h1>API reference</h1>',
    '<p class="lead">Take payments in cryptocurrency, straight to your own addresses.',
    'New here? <a href="/docs/tutorials/first-payment">Make your first payment.</a></p>',
    `<p>Base URL: <code>${escapeHtml(document.server)}</code></p>`,
    '<p class="objects"><a href="#authentication">Authentication</a> <a href="#rules">Rules</a>',
    '<a href="#parameters">Common parameters</a> <a href="#errors">Common errors</a>',
    '<a href="/api/openapi.json">OpenAPI document</a>',
    '<a href="/docs/quittance.postman_collection.json">Postman collection</a></p>',
    ...site.pages.map((page) => groupHtml(page, site)),
    `<h2 id="authentication"><a href="#authentication">Authentication</a></h2>${authenticationHtml(site)}`,
    `<h2 id="rules"><a href="#rules">Rules</a></h2>${prose(document.info.description, site)}`,
    `<h2 id="parameters"><a href="#parameters">Common parameters</a></h2>${commonParametersHtml(site)}`,
    `<h2 id="errors"><a href="#errors">Common errors</a></h2>${commonErrorsHtml(site)}`,
  ];
  return referencePage({
    title: 'API reference',
    main: `<div class="overview">${main.join(' ')}</div>`,
    slug: null,
    site,
    script,
  });
}

function groupHtml({ slug, title, description, operations, objects }: SiteMap['pages'][number], site: SiteMap): string {
  const names = objects.map((name) => `<a href="/docs/api/${slug}#${name}"><code>${name}</code></a>`);
  const shared = operations.length > 0 ? '' : `<p class="objects">${names.join(' ')}</p>`;
  const heading = `<h2 id="group-${slug}"><a href="/docs/api/${slug}">${escapeHtml(title)}</a></h2>`;
  return `${heading}${prose(description, site)}${operationLinks(operations, site)}${shared}`;
}

function authenticationHtml(site: SiteMap): string {
  const { securitySchemes } = site.document;
  const parts = Object.entries(securitySchemes).map(([name, scheme]) => {
    const form = scheme.bearerFormat ?? scheme.name;
    const shown = form === undefined ? '' : ` <code>${escapeHtml(form)}</code>`;
    const heading = `<h3 id="${name}"><a href="#${name}">${schemeName(name)}</a>${shown}</h3>`;
    return `${heading}<p>${phrase(scheme.description, site)}</p>${scopesHtml(scheme, site)}`;
  });
  const header = codeHtml('Authorization: Bearer $TOKEN');
  return `<p>A token goes into the header <code>Authorization</code>.</p>${header}${parts.join('')}`;
}

function scopesHtml({ flows }: SecurityScheme, site: SiteMap): string {
  const scopes = Object.entries(flows?.authorizationCode.scopes ?? {});
  if (scopes.length === 0) return '';
  const items = scopes.map(
    ([scope, words]) => `<dt id="scope-${scope}"><code>${scope}</code></dt><dd>${phrase(words, site)}</dd>`,
  );
  return `<dl class="scopes">${items.join('')}</dl>`;
}

/** The anchors are the parameters' names in the document. */
function commonParametersHtml(site: SiteMap): string {
  const parts = [...site.document.commonParameters].map(([name, parameter]) => {
    const fields = fieldsHtml([asField(parameter)], { site, anchor: 'parameter', in: 'request' });
    return `<div id="${name}">${fields}</div>`;
  });
  return parts.join('');
}
