// Creates an example of a schema: its own example, or a realistic value, or the simplest valid value.
import { Check } from 'typebox/schema';
import type { Schema } from './components.ts';
import { sampleValues } from './sample-values.ts';

export interface Samples {
  /** An example that the schema accepts. Throws if none was found; the schema then needs its own `examples`. */
  of(schema: Schema, name?: string): unknown;
  /**
   * The schema with examples for values that are not obvious: free texts and numbers. Referenced schemas have their own
   * examples.
   */
  shown(schema: Schema, name?: string): Schema;
}

/** `named`: the schemas that references point to. */
export function makeSamples(named: Readonly<Record<string, Schema>>): Samples {
  const components = { schemas: named };
  // Schemas are interpreted rather than compiled: each of several hundred is checked only once or twice, and compiling
  // would dominate the start time.
  const accepts = (schema: Schema, value: unknown) => Check({ ...schema, components }, value);
  const of = (schema: Schema, name = ''): unknown => {
    const target = resolved(schema, named);
    for (const candidate of candidates(target, name)) {
      if (accepts(target, candidate)) return candidate;
    }
    const made = plainest(target, name, of);
    if (accepts(target, made)) return made;
    throw new Error(`No example found for ${name}: ${JSON.stringify(target)}; give its schema \`examples\``);
  };
  const shown = (schema: Schema, name = ''): Schema => {
    if (schema.$ref !== undefined || schema.examples !== undefined) return schema;
    if (Array.isArray(schema.allOf)) return { ...schema, allOf: schema.allOf.map((one: Schema) => shown(one)) };
    if (schema.properties !== undefined) {
      const properties = Object.entries(schema.properties as Record<string, Schema>);
      return { ...schema, properties: Object.fromEntries(properties.map(([key, one]) => [key, shown(one, key)])) };
    }
    const items = schema.items as Schema | undefined;
    if (items?.properties !== undefined) return { ...schema, items: shown(items, name.replace(/s$/, '')) };
    if (speaksForItself(items ?? schema)) return schema;
    const example = of(schema, name);
    return saysNothing(example, name) ? schema : { ...schema, examples: [example] };
  };
  return { of, shown };
}

/** Whether the schema needs no example. */
function speaksForItself(schema: Schema): boolean {
  if (['$ref', 'const', 'enum'].some((keyword) => keyword in schema)) return true;
  if (['uuid', 'date-time', 'date', 'email'].includes(schema.format as string)) return true;
  const [type] = [schema.type].flat();
  return type === 'boolean' || (type === 'integer' && schema.minimum === undefined);
}

/** Whether the example is trivial: empty, 0, 1, or the name of the property. */
function saysNothing(example: unknown, name: string): boolean {
  const [one] = [example].flat();
  return [undefined, 0, 1, anyText, name, name.replace(/s$/, '')].includes(one as string);
}

function resolved(schema: Schema, named: Readonly<Record<string, Schema>>): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  const target = named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  return target;
}

function* candidates(schema: Schema, name: string): Generator<unknown> {
  yield* (schema.examples as unknown[] | undefined) ?? [];
  if ('const' in schema) yield schema.const;
  yield* sampleValues[name] ?? [];
  if ('default' in schema) yield schema.default;
  yield* (schema.enum as unknown[] | undefined) ?? [];
}

function plainest(schema: Schema, name: string, of: Samples['of']): unknown {
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((one: Schema) => of(one)));
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (branches?.[0] !== undefined) return of(branches[0], name);
  const types = [schema.type].flat();
  switch (types[0]) {
    case 'object':
      return objectOf(schema, of);
    case 'array':
      return [of((schema.items ?? {}) as Schema, name.replace(/s$/, ''))];
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function objectOf(schema: Schema, of: Samples['of']): Record<string, unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(properties.map(([key, inner]) => [key, of(inner, key)]));
}

/** The example for a text without a known name. */
const anyText = 'text';

const byFormat: Readonly<Record<string, string>> = {
  uuid: '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01',
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  uri: 'https://shop.example/',
  email: 'ada@shop.example',
};

function textOf(schema: Schema, name: string): string {
  const format = byFormat[schema.format as string];
  if (format !== undefined) return format;
  const text =
    new RegExp((schema.pattern as string | undefined) ?? '').test('1.50') && schema.pattern ? '1.50' : name || anyText;
  return text.padEnd((schema.minLength as number | undefined) ?? 0, 'x').slice(0, (schema.maxLength as number) ?? 200);
}
