// SQL parts for lists with keyset pagination. They state where a page starts, so that every plan reads an index from
// there.

/** The highest id. */
const lastId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** SQL for the id in this parameter (`$3`), or for the highest id if it is null. */
export function idOrLast(parameter: string): string {
  return `coalesce(${parameter}::uuid, ${lastId})`;
}

/** SQL for the time in this parameter, or for infinity if it is null. */
export function timeOrLast(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, 'infinity')`;
}

/** SQL condition that a row was created at or after one parameter and before the other. Null means no bound. */
export function createdWithin(from: string, before: string, column = 'created_at'): string {
  return [
    `${column} >= coalesce(${from}::timestamptz, '-infinity')`,
    `${column} < coalesce(${before}::timestamptz, 'infinity')`,
  ].join(' and ');
}

/**
 * The row after which a page starts, newest first, and the time before which its rows were created. Null for no limit.
 */
export interface Start {
  readonly after: { readonly time: string; readonly id: string } | null;
  readonly before: Date | null;
}

/**
 * SQL conditions that rows of `alias` come after this row and were created before this time. Contains only the stricter
 * of the two, because PostgreSQL might start the index scan at the other one.
 */
export function startsAfter(alias: string, { after, before }: Start, bind: (value: unknown) => string): string[] {
  if (before !== null && (after === null || before.getTime() <= Date.parse(after.time)))
    return [`${alias}.created_at < ${bind(before)}`];
  if (after === null) return [];
  return [`(${alias}.created_at, ${alias}.id) < (${bind(after.time)}::timestamptz, ${bind(after.id)}::uuid)`];
}

export interface BoundValues {
  /** The values of the statement's parameters. */
  readonly values: readonly unknown[];
  /** Adds a value and returns its placeholder, such as `$3`. */
  bind(value: unknown): string;
}

export function boundValues(): BoundValues {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Returns the `like` pattern for texts that start with this one. */
export function beginningWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

export type Direction = 'older' | 'newer';

/**
 * SQL of a list in either direction that continues from a row: a condition, which is true without a row, and the order.
 * `columns` and `from` are SQL: the sorted columns, and their values in that row.
 */
export function continuing(
  direction: Direction,
  columns: readonly string[],
  from: readonly string[] | null,
): { readonly condition: string; readonly order: string } {
  const [sign, word] = direction === 'older' ? ['<', 'desc'] : ['>', 'asc'];
  return {
    condition: from === null ? 'true' : `(${columns.join(', ')}) ${sign} (${from.join(', ')})`,
    order: columns.map((column) => `${column} ${word}`).join(', '),
  };
}
