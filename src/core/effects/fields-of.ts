// Ties the fields of a request body to the table of effects at compile time.
import type { FieldOf, ThingName } from './writable-fields.ts';

/** Returns its argument. A field without an entry in the table of effects does not compile. */
export function fieldsOf<Name extends ThingName, Fields extends object>(
  _: Name,
  fields: Fields & { readonly [Field in Exclude<keyof Fields, FieldOf<Name>>]: never },
): Fields {
  return fields;
}
