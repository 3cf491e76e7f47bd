// Ties the fields of a request body to the table of effects.
import type { FieldOf, ThingName } from './writable-fields.ts';

/** The same fields. A field that has no entry in the table of effects (things.ts) does not compile. */
export function fieldsOf<Name extends ThingName, Fields extends object>(
  _: Name,
  fields: Fields & { readonly [Field in Exclude<keyof Fields, FieldOf<Name>>]: never },
): Fields {
  return fields;
}
