// The search index: operations, objects, fields and errors, each with its URL.
import { problemKinds } from '../../../../core/problem.ts';
import type { ReadOperation } from './document-reader.ts';
import { type Field, type FieldsPlace, fieldsOf, fieldsWithin } from './drawn/fields.ts';
import type { SiteMap } from './site-map.ts';

/** A compact tuple, since there are over a thousand: kind, name, the place it belongs to, and its path below /docs/. */
export type SearchEntry = readonly [kind: SearchKind, name: string, place: string, href: string];

type SearchKind = 'page' | 'section' | 'term' | 'operation' | 'object' | 'field' | 'error';

/** Operations come first, then objects, fields and errors. Equal matches are shown in this order. */
export function searchIndex(site: SiteMap): readonly SearchEntry[] {
  const operations = site.pages.flatMap((page) => page.operations);
  const objects = site.pages.flatMap((page) => page.objects);
  return [
    ...operations.map((one) => entry('operation', one.summary, `${one.method} ${one.path}`, site.hrefOfOperation(one))),
    ...objects.map((name) => entry('object', name, 'Object', site.hrefOfObject(name) ?? '')),
    ...operations.flatMap((one) => inputsOf(one, site)),
    ...objects.flatMap((name) => {
      const fields = fieldsOf(site.document.schemas[name] ?? {});
      return fieldEntries(fields, { site, in: 'answer', place: name, href: site.hrefOfObject(name) ?? '' });
    }),
    ...Object.entries(problemKinds).map(([code, { status, title }]) =>
      entry('error', code, `${status} ${title}`, `/problems/${code}`),
    ),
  ];
}

function entry(kind: SearchKind, name: string, place: string, href: string): SearchEntry {
  return [kind, name, place, href.startsWith('/docs/') ? href.slice('/docs/'.length) : `..${href}`];
}

/** Parameters and body fields. */
function inputsOf(operation: ReadOperation, site: SiteMap): SearchEntry[] {
  const href = site.hrefOfOperation(operation);
  const parameters = operation.parameters.filter(({ common }) => common === null);
  return [
    ...parameters.map((one) => entry('field', one.name, operation.summary, `${href}.${one.in}.${one.name}`)),
    ...fieldEntries(fieldsOf(operation.body?.schema ?? {}), {
      site,
      in: 'request',
      place: operation.summary,
      href: `${href}.body`,
    }),
  ];
}

interface FieldPlace extends Omit<FieldsPlace, 'anchor'> {
  /** Displayed as the place of the fields. */
  readonly place: string;
  readonly href: string;
  /** The names of the enclosing fields, with a dot at the end. */
  readonly path?: string;
}

/** Includes nested fields that are described together with a field. */
function fieldEntries(fields: readonly Field[], where: FieldPlace): SearchEntry[] {
  const { place, href, path = '' } = where;
  return fields.flatMap(({ name, schema }) => {
    const own = { ...where, href: `${href}.${name}`, path: `${path}${name}.` };
    return [entry('field', path + name, place, own.href), ...fieldEntries(fieldsWithin(schema, where), own)];
  });
}
