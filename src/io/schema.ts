// Builds JSON Schemas whose TypeScript type follows from them: typebox's types, without the half thousand modules
// behind them.
import type { TSchema, Type as Typebox } from 'typebox';

/** What operations are described with. Each answers the plain JSON Schema that typebox would. */
type Builders = Pick<
  typeof Typebox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unsafe'
>;

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

/** A property's schema does not say whether the property may be left out: that is known of it here. */
const optional = new WeakSet<Schema>();

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: objectOf,
  Optional: optionalOf,
  Partial(object: Schema, options?: Schema) {
    const properties = Object.entries(object.properties as Properties);
    return objectOf(Object.fromEntries(properties.map(([name, schema]) => [name, optionalOf(schema)])), options);
  },
  Record: (key: Schema, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { [(key.pattern as string | undefined) ?? '^.*$']: value },
    ...options,
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => schema,
};

export const Type = builders as unknown as Builders;

function objectOf(properties: Properties, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as Schema));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

function optionalOf(schema: Schema): Schema {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}
