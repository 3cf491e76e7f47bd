// Turns answers into JSON by their schemas, so that nothing is told that no schema names.
import fastJson from 'fast-json-stringify';

type Serializer = (value: unknown) => string;

/** Problems, and what several operations answer, are compiled once. */
const known = new WeakMap<object, Serializer>();

/** A schema is compiled when its first answer goes out: compiling all of them would be a good part of a start. */
export function compileSerializer(schema: object): Serializer {
  let serialize: Serializer | null = null;
  return (value) => {
    serialize ??= serializerOf(schema);
    return serialize(value);
  };
}

/** Throws for a schema that cannot be compiled. */
export function serializerOf(schema: object): Serializer {
  const made = known.get(schema) ?? (fastJson(schema as Parameters<typeof fastJson>[0]) as Serializer);
  known.set(schema, made);
  return made;
}
