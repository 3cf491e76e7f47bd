// Builds a statement that reads the newest rows of several groups, each through an index with the newest first.

/** A column, and the values to select. */
export interface Grouping {
  readonly column: string;
  readonly type: 'uuid' | 'text';
  readonly values: readonly string[];
}

interface Rows {
  /** Returns the SELECT for these conditions, which adds its own. */
  readonly rowsOf: (conditions: readonly string[]) => string;
  /** The order and the limit of the rows. */
  readonly newest: string;
}

/**
 * Returns the text of the statement. A group is a combination of one value per grouping, and each group returns up to
 * the limit. The rows are not sorted yet. A grouping with one value becomes a plain condition, so that the plan fits
 * this value.
 */
export function newestOfGroups(
  groupings: readonly Grouping[],
  { rowsOf, newest }: Rows,
  bind: (value: unknown) => string,
): string {
  const one = groupings.filter(({ values }) => values.length === 1);
  const several = groupings.filter(({ values }) => values.length !== 1);
  const conditions = [
    ...one.map(({ column, type, values }) => `${column} = ${bind(values[0])}::${type}`),
    ...several.map(({ column }, at) => `${column} = g${at}.one`),
  ];
  if (several.length === 0) return rowsOf(conditions);
  const lists = several.map(({ values, type }, at) => `unnest(${bind(values)}::${type}[]) as g${at}(one)`);
  return `select part.* from ${lists.join(' cross join ')} cross join lateral (${rowsOf(conditions)} ${newest}) part`;
}
