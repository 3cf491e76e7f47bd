// What a page of a list starts before: written so that every plan reads an index from there, the first page's too.

/** No id comes after it. */
const lastId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** The id that this parameter (`$3`) holds; where it is null, one above all others. */
export function idOrLast(parameter: string): string {
  return `coalesce(${parameter}::uuid, ${lastId})`;
}

/** The moment that this parameter holds; where it is null, one after all others. */
export function timeOrLast(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, 'infinity')`;
}
