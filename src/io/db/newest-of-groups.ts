// Reads the newest rows of several groups at once, each through an index that has the group's newest first.

/** A column of the rows, and which of its values are asked for. */
export interface Grouping {
  readonly column: string;
  readonly type: 'uuid' | 'text';
  readonly values: readonly string[];
}

interface Rows {
  /** The text that reads the rows that these conditions hold for, and others of its own. */
  readonly rowsOf: (conditions: readonly string[]) => string;
  /** Their order, and how many are shown. */
  readonly newest: string;
}

/**
 * The text that reads them, a group being a combination of one value of each grouping: each group gives as many as
 * could be shown. They are not in order yet. What there is one of is planned for that value.
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
