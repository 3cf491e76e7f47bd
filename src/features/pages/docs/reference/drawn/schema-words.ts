// Describes a schema: its type, its allowed values, and its limits.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import type { Schema } from '../../components.ts';
import { nameIn } from '../document-reader.ts';
import type { SiteMap } from '../site-map.ts';

/** The JSON types that a schema without any restriction allows. */
const allTypes = 6;

/** The target of a reference, or the schema itself. */
export function resolved(schema: Schema, { document }: SiteMap): Schema {
  return typeof schema.$ref === 'string' ? (document.schemas[nameIn(schema.$ref)] ?? schema) : schema;
}

export function typesOf(schema: Schema): readonly string[] {
  return [schema.type ?? []].flat() as string[];
}

/** Whether the schema has its own fields. */
export function hasFields(schema: Schema): boolean {
  return schema.properties !== undefined || Array.isArray(schema.allOf);
}

/** HTML such as `string`, `array of strings`, or a link to an object. */
export function typeWords(schema: Schema, site: SiteMap): string {
  if (typeof schema.$ref === 'string') return referenceWords(nameIn(schema.$ref), site);
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (branches !== undefined) {
    // A single value among other types is part of the type. If all are single values, they are listed separately.
    const isListed = allowedValues(schema) !== null;
    const words = branches.map((one) =>
      one.const === undefined || isListed
        ? typeWords(one, site)
        : `<code>${escapeHtml(JSON.stringify(one.const))}</code>`,
    );
    return [...new Set(words)].join(' or ');
  }
  const types = typesOf(schema);
  if (types.length === 0) return Array.isArray(schema.allOf) ? 'object' : 'any value';
  if (types.length >= allTypes)
    return `${schema.additionalProperties === true ? 'object' : types[0]} (any value is taken)`;
  return types.map((type) => typeWord(type, schema, site)).join(' or ');
}

function referenceWords(name: string, site: SiteMap): string {
  const target = site.document.schemas[name] ?? {};
  const href = site.hrefOfObject(name);
  const isNamed = hasFields(target) || target.enum !== undefined;
  return isNamed && href !== null ? `<a href="${href}">${escapeHtml(name)}</a>` : typeWords(target, site);
}

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'date and time',
  date: 'date',
  uri: 'URL',
  email: 'e-mail address',
};

function typeWord(type: string, schema: Schema, site: SiteMap): string {
  const format = formatWords[schema.format as string];
  if (type === 'string' && format !== undefined) return `string (${format})`;
  if (type === 'object' && !hasFields(schema)) return mapWords(schema, site);
  if (type !== 'array') return type;
  const items = (schema.items ?? {}) as Schema;
  const words = typeWords(items, site);
  return `array of ${/^(?:string|integer|number|object|boolean)$/.test(words) ? `${words}s` : words}`;
}

/** The type of an object with arbitrary keys. */
function mapWords(schema: Schema, site: SiteMap): string {
  const [pattern] = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>);
  const values = pattern ?? schema.additionalProperties;
  return typeof values === 'object'
    ? `object of ${typeWords(values as Schema, site)}s by name`
    : 'object of any fields';
}

/** All allowed values; null if they are not enumerated. */
export function allowedValues(schema: Schema): readonly unknown[] | null {
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum.filter((one) => one !== null);
  if (schema.items !== undefined) return allowedValues(schema.items as Schema);
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (branches === undefined) return null;
  const values = branches.map(allowedValues);
  return values.includes(null) ? null : [...new Set(values.flatMap((one) => one ?? []))];
}

/** Texts such as `at most 255 characters`. Limits of a list's items are included. */
export function limitsOf(schema: Schema): string[] {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[];
  const inItems = schema.items === undefined ? [] : limitsOf(schema.items as Schema).map((one) => `each ${one}`);
  const limits = [
    ...rangeWords([schema.minLength, schema.maxLength], 'character'),
    ...rangeWords([schema.minimum, schema.maximum], ''),
    ...rangeWords([schema.minItems, schema.maxItems], 'item'),
    ...(schema.uniqueItems === true ? ['no duplicates'] : []),
    ...branches.flatMap(limitsOf),
    ...inItems,
  ];
  return [...new Set(limits)];
}

function rangeWords([least, most]: readonly unknown[], unit: string): string[] {
  const counted = (value: unknown) => {
    const figure = Number(value).toLocaleString('en');
    return unit === '' ? figure : `${figure} ${unit}${value === 1 ? '' : 's'}`;
  };
  if (least !== undefined && least === most) return [`exactly ${counted(most)}`];
  if (least !== undefined && most !== undefined) return [`${Number(least).toLocaleString('en')} to ${counted(most)}`];
  if (least !== undefined) return [`at least ${counted(least)}`];
  return most === undefined ? [] : [`at most ${counted(most)}`];
}

/** The regular expressions that its strings must match. */
export function patternsOf(schema: Schema): string[] {
  const inner = [...((schema.anyOf ?? schema.oneOf ?? []) as readonly Schema[]), (schema.items ?? {}) as Schema];
  const own = typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return [...new Set([...own, ...inner.flatMap((one) => (Object.keys(one).length === 0 ? [] : patternsOf(one)))])];
}
