// Pages of events, errors and versions, generated from the lists that the service uses.
import { Problem, type ProblemCode, problemKinds } from '../../../../core/problem.ts';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import { problemBody } from '../../../../io/http/problem-answer.ts';
import type { ApiDocument } from '../document.ts';
import { describedEvents, objectOf } from '../event-objects.ts';
import { readDocument } from '../reference/document-reader.ts';
import { phrase } from '../reference/drawn/prose.ts';
import { makeSiteMap } from '../reference/site-map.ts';
import { makeSamples } from '../sample.ts';
import { type DocsPage, docsPage } from './docs-page.ts';
import { codeHtml, inline } from './render-markdown.ts';
import type { OperationHistory } from './version-history.ts';

/** Every event with its content. `document` defines the objects. */
export function eventsPage(document: ApiDocument): DocsPage {
  const samples = makeSamples(document.components.schemas);
  const site = makeSiteMap(readDocument(document));
  const parts = describedEvents().map(({ type, summary, data, isNumbered }) => {
    const name = objectOf(data);
    const example = name === null ? null : samples.of(data);
    const carries = name === null ? 'Fields of its own.' : `Carries the whole ${phrase(`\`${name}\``, site)}.`;
    const numbered = isNumbered ? { sequence: 4 } : {};
    const payload = { type, timestamp: '2026-01-15T09:30:00.000Z', ...numbered, data: example };
    const shown = `<details><summary>Example</summary>${codeHtml(JSON.stringify(payload, null, 2))}</details>`;
    const words = `${escapeHtml(summary)}. ${carries}`;
    return `<h2 id="${type}"><code>${type}</code></h2><p>${words}</p>${example === null ? fieldsOf(data) : shown}`;
  });
  const guide = '<a href="/docs/how-to/receive-webhooks">How to receive and verify them.</a>';
  const lead = `The events that webhooks deliver and <code>GET /events</code> lists. ${guide}`;
  return docsPage('Events', `<h1>Events</h1><p class="lead">${lead}</p>${parts.join('')}`, '/docs/events');
}

/** The fields of an unnamed object, with their meaning. */
function fieldsOf(schema: { readonly properties?: unknown }): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, { description?: string; $ref?: string }>);
  const items = fields.map(([name, { description, $ref }]) => {
    const words = description ?? ($ref === undefined ? '' : `The whole ${$ref.slice($ref.lastIndexOf('/') + 1)}.`);
    return `<dt><code>${name}</code></dt><dd>${escapeHtml(words)}</dd>`;
  });
  return `<dl>${items.join('')}</dl>`;
}

/** Every problem by its status. */
export function errorsPage(): DocsPage {
  const byStatus = Map.groupBy(Object.entries(problemKinds), ([, kind]) => kind.status);
  const parts = [...byStatus].map(([status, kinds]) => {
    const items = kinds.map(([code, { title, remedy }]) => {
      const words = `${escapeHtml(title)}. ${escapeHtml(remedy)}`;
      return `<dt id="${code}"><a href="/problems/${code}"><code>${code}</code></a></dt><dd>${words}</dd>`;
    });
    return `<h2 id="status-${status}">${status}</h2><dl>${items.join('')}</dl>`;
  });
  const lead = [
    'Every error has a <code>code</code> that never changes its meaning, and a <code>type</code> that links to',
    'its page here. Handle errors by code, show the <code>detail</code>, and log the <code>request_id</code>.',
  ].join(' ');
  return docsPage('Errors', `<h1>Errors</h1><p class="lead">${lead}</p>${parts.join('')}`, '/problems');
}

/** One problem: the page that its `type` links to. */
export function errorPage(code: ProblemCode, publicUrl: string): DocsPage {
  const { status, title, remedy } = problemKinds[code];
  const log = '<a href="/docs/reference/request-log">request log</a>';
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lead">Status ${status}, code <code>${code}</code></p>`,
    `<h2 id="fix">How to fix it</h2><p>${escapeHtml(remedy)}</p>`,
    `<p>The <code>detail</code> of the answer is about your request. The ${log} of the app has the request with the`,
    '<code>request_id</code> of the answer, with both bodies.</p>',
    `<h2 id="example">Example</h2>${codeHtml(JSON.stringify(exampleAnswer(code, publicUrl), null, 2))}`,
    '<p><a href="/problems">All errors</a></p>',
  ];
  return docsPage(title, body.join(''), '/problems');
}

const exampleId = '5f0c2f3e-1f0b-4c57-9d0e-6f3f4f0f9a11';

/** An answer with this problem. A validation error also has a field. */
function exampleAnswer(code: ProblemCode, publicUrl: string): object {
  const errors = [{ field: 'total', code: 'invalid_format', message: 'Must be a decimal such as "19.99".' }];
  const problem = new Problem(code, code === 'validation_failed' ? { errors } : {});
  return problemBody(problem, exampleId, publicUrl);
}

/** The versions of every operation. Operations with more than one come first. */
export function versionsPage(history: readonly OperationHistory[]): DocsPage {
  const rules = [
    [
      'Every operation has its own versions, chosen with the query parameter `v`. There is a new one if something is',
      'removed, renamed, changes its type, or becomes required. Additions make no new version, so ignore unknown',
      'properties.',
    ],
    [
      'An older version still works. Its responses have `Deprecation` (when it was deprecated) and, once decided,',
      '`Sunset` (when it may be removed). The same list as JSON: `GET /api/changelog.json`.',
    ],
  ];
  const sorted = history.toSorted((a, b) => b.versions.length - a.versions.length);
  const rows = sorted.map(({ operation, method, path, versions }) => {
    const told = versions.map(({ version, status, deprecated_on: since, sunset_on: end, changes }) =>
      status === 'current'
        ? `<strong>${version}</strong>`
        : `<br>${version}, deprecated ${since}${end === null ? '' : `, may end ${end}`}: ${escapeHtml(changes ?? '')}`,
    );
    return `<tr><td>${operation}<br><code>${method} ${escapeHtml(path)}</code></td><td>${told.join('')}</td></tr>`;
  });
  const head = '<thead><tr><th>Operation</th><th>Versions</th></tr></thead>';
  const table = `<div class="wide" tabindex="0"><table>${head}<tbody>${rows.join('')}</tbody></table></div>`;
  const body = `<h1>Versions</h1>${rules.map((one) => `<p>${inline(one.join(' '))}</p>`).join('')}${table}`;
  return docsPage('Versions', body, '/docs/versions');
}
