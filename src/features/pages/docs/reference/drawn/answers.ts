// The responses of an operation: its successes with their fields, and its errors by code.
import { type ProblemCode, problemKinds } from '../../../../../core/problem.ts';
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import type { Schema } from '../../components.ts';
import type { ReadAnswer, ReadOperation } from '../document-reader.ts';
import type { SiteMap } from '../site-map.ts';
import { fieldsHtml, fieldsOf, valuesHtml } from './fields.ts';
import { phrase, prose } from './prose.ts';
import { hasFields, typeWords } from './schema-words.ts';

export function isSuccess({ status }: ReadAnswer): boolean {
  return /^[23]/.test(status);
}

/** Every success: status, type, headers, and the fields if the object has no name. */
export function successesHtml(operation: ReadOperation, site: SiteMap): string {
  const items = operation.answers.filter(isSuccess).map((answer) => {
    const anchor = `${operation.id}.${answer.status}`;
    return `<li id="${anchor}">${successHtml(answer, { site, anchor })}</li>`;
  });
  return `<ul class="fields">${items.join('')}</ul>`;
}

function successHtml(answer: ReadAnswer, { site, anchor }: { site: SiteMap; anchor: string }): string {
  const contents = Object.entries(answer.content);
  const types = contents.map(([type, { schema }]) =>
    type === 'application/json' ? typeWords(schema, site) : `<code>${escapeHtml(type)}</code>`,
  );
  const [content] = contents;
  const schema = content?.[1].schema ?? {};
  const items = (schema.items ?? {}) as Schema;
  const fields = fieldsOf(hasFields(schema) ? schema : hasFields(items) ? items : {});
  const place = { site, anchor, in: 'answer' } as const;
  const headers = answer.headers.map(({ name, description }) => {
    const title = `<p class="name"><code>${name}</code> <span>header</span></p>`;
    return `<li id="${anchor}.${name}">${title}<p>${phrase(description, site)}</p></li>`;
  });
  return [
    `<p class="name"><a href="#${anchor}"><b>${answer.status}</b></a> <span>${types.join(' or ')}</span></p>`,
    `<p>${phrase(answer.description, site)}</p>`,
    typeof schema.description === 'string' ? `<p>${phrase(schema.description, site)}</p>` : '',
    hasFields(schema) ? '' : valuesHtml(schema, place),
    fields.length > 0 ? fieldsHtml(fields, place) : '',
    headers.length > 0 ? `<ul class="fields">${headers.join('')}</ul>` : '',
  ].join('');
}

/** The operation's own errors, and a link to the common errors. */
export function errorsHtml(operation: ReadOperation, site: SiteMap): string {
  const errors = operation.answers.filter((answer) => !isSuccess(answer));
  const own = errors.filter(({ common }) => common === null).map((one) => ownErrors(one, operation, site));
  const which = `error of ${operation.method === 'GET' ? 'every read' : 'every change'}`;
  const common = errors.flatMap((one) => (one.common === null ? [] : [`<a href="/docs#${one.common}">${which}</a>`]));
  const list = own.length > 0 ? `<dl class="errors">${own.join('')}</dl>` : '';
  const lead = own.length > 0 ? 'Also any' : 'Any';
  return list + common.map((link) => `<p class="also">${lead} ${link}.</p>`).join('');
}

function ownErrors(answer: ReadAnswer, operation: ReadOperation, site: SiteMap): string {
  const codes = codesIn(answer);
  if (codes.length > 0) {
    return codes.map((code) => errorHtml(answer.status, code, `${operation.id}.error.${code}`)).join('');
  }
  const schemas = new Set(Object.values(answer.content).map(({ schema }) => typeWords(schema, site)));
  const words = [`Returns ${[...schemas].join(' or ')}.`, phrase(answer.description, site)].join(' ');
  return `<dt id="${operation.id}.error.${answer.status}"><b>${answer.status}</b></dt><dd>${words}</dd>`;
}

function errorHtml(status: string, code: ProblemCode, anchor: string): string {
  const link = `<a href="/problems/${code}"><code>${code}</code></a>`;
  return `<dt id="${anchor}"><b>${status}</b> ${link}</dt><dd>${escapeHtml(problemKinds[code].title)}.</dd>`;
}

/** The codes that an error's description names. */
export function codesIn({ description }: Pick<ReadAnswer, 'description'>): ProblemCode[] {
  const named = [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
  return named.filter((code): code is ProblemCode => Object.hasOwn(problemKinds, code));
}

/** Errors of nearly every operation, described in full. */
export function commonErrorsHtml(site: SiteMap): string {
  const isOfChanges = new Set(
    site.pages.flatMap(({ operations }) =>
      operations.filter(({ method }) => method !== 'GET').flatMap(({ answers }) => answers.map(({ common }) => common)),
    ),
  );
  const parts = [...site.document.commonErrors].map(([name, answer]) => {
    const title = isOfChanges.has(name) ? 'Errors of every change' : 'Errors of every read';
    const heading = `<h3 id="${name}"><a href="#${name}">${title}</a></h3>`;
    return heading + prose(answer.description, site) + headersHtml(answer, site);
  });
  return parts.join('');
}

function headersHtml({ headers }: ReadAnswer, site: SiteMap): string {
  const items = headers.map(
    ({ name, description }) => `<dt><code>${name}</code></dt><dd>${phrase(description, site)}</dd>`,
  );
  return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
}
