// Builds JSON Schemas with typebox's TypeScript types, but without loading its 500 modules.
import type { TSchema, TUnsafe, Type as Typebox } from 'typebox';

/** The builders that operations use. Each returns the same plain JSON Schema as typebox. */
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

/** A property's schema does not state whether the property is optional, so this set records it. */
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

/** Types of JSON values. */
export type JsonType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** Any JSON value of these types, as `type: [...]`. It gives one validation error, where a union gives several. */
export function oneOfTypes<Value>(types: readonly JsonType[], options?: Schema): TUnsafe<Value> {
  return { type: [...types], ...options } as unknown as TUnsafe<Value>;
}

/** A text for people only. Any JSON value is accepted and cleaned up by the rules of `core/order/caption.ts`. */
export function caption(options?: Schema): TUnsafe<unknown> {
  return oneOfTypes(everyType, options);
}

/** Whether this is the schema of a caption. */
export function isCaption(schema: object): boolean {
  const { type } = schema as Schema;
  return Array.isArray(type) && type.length === everyType.length;
}

const everyType: readonly JsonType[] = ['string', 'number', 'boolean', 'object', 'array', 'null'];

function objectOf(properties: Properties, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] as Schema));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

function optionalOf(schema: Schema): Schema {
  const copy = { ...schema };
  optional.add(copy);
  return copy;
}
