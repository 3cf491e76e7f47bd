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

/** Where a page starts, newest first, and before when what it shows was made; null for neither. */
export interface Start {
  readonly after: { readonly time: string; readonly id: string } | null;
  readonly before: Date | null;
}

/**
 * That rows of `alias` come after that place and are made before that moment: the nearer of the two alone, as PostgreSQL
 * would begin an index at the other one. Nothing where there is neither.
 */
export function startsAfter(alias: string, { after, before }: Start, bind: (value: unknown) => string): string[] {
  if (before !== null && (after === null || before.getTime() <= Date.parse(after.time)))
    return [`${alias}.created_at < ${bind(before)}`];
  if (after === null) return [];
  return [`(${alias}.created_at, ${alias}.id) < (${bind(after.time)}::timestamptz, ${bind(after.id)}::uuid)`];
}
