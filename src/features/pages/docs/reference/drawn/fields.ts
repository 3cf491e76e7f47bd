// Fields of an object and parameters of an operation, each with an anchor, its type, its limits and its meaning. Nested
// fields are collapsed.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import type { Schema } from '../../components.ts';
import type { SiteMap } from '../site-map.ts';
import { phrase } from './prose.ts';
import { allowedValues, hasFields, limitsOf, patternsOf, resolved, typeWords } from './schema-words.ts';

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: Schema;
}

export interface FieldsPlace {
  readonly site: SiteMap;
  /** The prefix of the anchors. */
  readonly anchor: string;
  /**
   * In a request, required fields are marked and named objects are expanded. In a response, optional fields are marked.
   */
  readonly in: 'request' | 'answer';
}

/** Longer lists of values are collapsed. */
const shownValues = 8;

export function fieldsHtml(fields: readonly Field[], place: FieldsPlace): string {
  return `<ul class="fields">${fields.map((one) => fieldHtml(one, place)).join('')}</ul>`;
}

/** The object's own fields, without those of the objects that it extends. */
export function fieldsOf(schema: Schema): Field[] {
  const own = [schema, ...((schema.allOf ?? []) as readonly Schema[])];
  return own.flatMap((one) => {
    const required = (one.required ?? []) as readonly string[];
    return Object.entries((one.properties ?? {}) as Readonly<Record<string, Schema>>).map(([name, inner]) => ({
      name,
      schema: inner,
      required: required.includes(name),
    }));
  });
}

function fieldHtml(field: Field, place: FieldsPlace): string {
  const { site } = place;
  const anchor = `${place.anchor}.${field.name}`;
  const isRequest = place.in === 'request';
  const target = resolved(field.schema, site);
  const isWrittenOut = isRequest || field.schema.$ref === undefined || !hasFields(target);
  const mark = field.required === isRequest ? `<em>${isRequest ? 'required' : 'optional'}</em>` : '';
  const type = isRequest && hasFields(target) ? 'object' : typeWords(field.schema, site);
  const parts = [
    `<p class="name"><a href="#${anchor}"><code>${escapeHtml(field.name)}</code></a> <span>${type}</span>${mark}</p>`,
    meaning(field, place),
    isWrittenOut ? valuesHtml(field.schema, place) : '',
    nestedHtml(field.schema, { ...place, anchor }),
  ];
  return `<li id="${anchor}">${parts.join('')}</li>`;
}

/** The field's own description, or that of the object it refers to. */
function meaning({ description, schema }: Field, { site, in: direction }: FieldsPlace): string {
  const target = resolved(schema, site);
  const inherited =
    hasFields(target) && direction === 'answer' && schema.$ref !== undefined ? undefined : target.description;
  const words = description ?? schema.description ?? inherited;
  return typeof words === 'string' ? `<p>${phrase(words, site)}</p>` : '';
}

/** Allowed values, limits, the default and an example. */
export function valuesHtml(schema: Schema, { site }: Pick<FieldsPlace, 'site'>): string {
  const isNamed = schema.$ref !== undefined;
  const target = resolved(schema, site);
  const values = isNamed && target.enum !== undefined ? null : allowedValues(target);
  const limits = values === null ? limitsOf(target) : limitsOf(target).filter((one) => !one.includes('character'));
  const patterns = values === null ? patternsOf(target) : [];
  const [example] = (target.examples ?? []) as readonly unknown[];
  const shows = values === null && example !== undefined && !hasFields(target);
  const facts = [
    ...(target.default === undefined ? [] : [`Default ${codeOf(target.default)}`]),
    ...limits.map((one) => escapeHtml(one.charAt(0).toUpperCase() + one.slice(1))),
    ...(shows ? [`Example ${codeOf(example)}`] : []),
    ...patterns.map((one) => `Pattern <code>${escapeHtml(one)}</code>`),
  ];
  const told = facts.length === 0 ? '' : `<p class="facts">${facts.join(' · ')}</p>`;
  return (values === null ? '' : choicesHtml(values)) + told;
}

function choicesHtml(values: readonly unknown[]): string {
  const list = `<p class="values">${values.map(codeOf).join(' ')}</p>`;
  if (values.length <= shownValues) return list;
  return `<details><summary>${values.length} values</summary>${list}</details>`;
}

/** Strings without quotes; other values as JSON. */
function codeOf(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}

function nestedHtml(schema: Schema, place: FieldsPlace): string {
  const fields = fieldsWithin(schema, place);
  if (fields.length === 0) return '';
  const count = fields.length === 1 ? '1 field' : `${fields.length} fields`;
  const name = place.anchor.slice(place.anchor.lastIndexOf('.') + 1);
  const summary = `${count} of <code>${escapeHtml(name)}</code>`;
  return `<details><summary>${summary}</summary>${fieldsHtml(fields, place)}</details>`;
}

/** The nested fields of an object, or of the objects in a list, that are described together with it. */
export function fieldsWithin(schema: Schema, { site, in: direction }: Omit<FieldsPlace, 'anchor'>): Field[] {
  const writtenOut = (one: Schema) => {
    if (one.$ref === undefined) return one;
    return direction === 'request' ? resolved(one, site) : {};
  };
  const own = writtenOut(schema);
  return fieldsOf(hasFields(own) ? own : writtenOut((own.items ?? {}) as Schema));
}
