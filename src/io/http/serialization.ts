// Turns answers into JSON by their schemas, so that nothing is told that no schema names.
import fastJson from 'fast-json-stringify';

type Serializer = (value: unknown) => string;

/** By schema: problems, and what several operations answer, are compiled once. */
const known = new WeakMap<object, Serializer>();

/** A schema is compiled when its first answer goes out: compiling all of them would be a good part of a start. */
export function compileSerializer(schema: object): Serializer {
  return (value) => {
    let serialize = known.get(schema);
    if (serialize === undefined) {
      serialize = fastJson(schema as Parameters<typeof fastJson>[0]) as Serializer;
      known.set(schema, serialize);
    }
    return serialize(value);
  };
}
