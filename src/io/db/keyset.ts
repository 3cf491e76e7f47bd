// What the statements of lists are made of: where a page starts, so that every plan reads an index from there.

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

/** That a row was made from the moment of one parameter on and before that of another; null there is no bound. */
export function createdWithin(from: string, before: string, column = 'created_at'): string {
  return [
    `${column} >= coalesce(${from}::timestamptz, '-infinity')`,
    `${column} < coalesce(${before}::timestamptz, 'infinity')`,
  ].join(' and ');
}

/** Where a page starts, newest first, and before when what it shows was made; null for neither. */
export interface Start {
  readonly after: { readonly time: string; readonly id: string } | null;
  readonly before: Date | null;
}

/**
 * That rows of `alias` come after that place and are made before that moment: the nearer of the two alone, as
 * PostgreSQL would begin an index at the other one. Nothing where there is neither.
 */
export function startsAfter(alias: string, { after, before }: Start, bind: (value: unknown) => string): string[] {
  if (before !== null && (after === null || before.getTime() <= Date.parse(after.time)))
    return [`${alias}.created_at < ${bind(before)}`];
  if (after === null) return [];
  return [`(${alias}.created_at, ${alias}.id) < (${bind(after.time)}::timestamptz, ${bind(after.id)}::uuid)`];
}

export interface BoundValues {
  /** What goes along with the text. */
  readonly values: readonly unknown[];
  /** Adds a value and answers its place in the text: `$3`. */
  bind(value: unknown): string;
}

export function boundValues(): BoundValues {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** What `like` takes for texts that begin with this one. */
export function beginningWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
