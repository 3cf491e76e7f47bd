// Serializes answers by their schemas, so that only fields in the schema are sent.
import fastJson from 'fast-json-stringify';

type Serializer = (value: unknown) => string;

/** Schemas that several operations share, such as problems, are compiled once. */
const known = new WeakMap<object, Serializer>();

/** Compiles the schema at its first use, because compiling all of them would take a large part of the start-up time. */
export function compileSerializer(schema: object): Serializer {
  let serialize: Serializer | null = null;
  return (value) => {
    serialize ??= serializerOf(schema);
    return serialize(value);
  };
}

/** Throws if the schema cannot be compiled. */
export function serializerOf(schema: object): Serializer {
  const made = known.get(schema) ?? (fastJson(schema as Parameters<typeof fastJson>[0]) as Serializer);
  known.set(schema, made);
  return made;
}
