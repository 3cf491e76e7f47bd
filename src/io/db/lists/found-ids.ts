// Finds the rows of a list by several ways at once, such as a reference, a hash and an address.
import type { Queryable } from '../database.ts';

/** Up to this many results are listed by id. With more results, the newest rows are scanned for matches. */
const mostFound = 5_000;

/** The ids of the results; null if there are more than `mostFound`. */
export type Found = readonly string[] | null;

/** `ways`: statements that each select ids, by an index. */
export async function foundBy(db: Queryable, ways: readonly string[], values: readonly unknown[]): Promise<Found> {
  const each = ways.map((way) => `(${way} limit ${mostFound + 1})`).join('\nunion all ');
  const [row] = await db.query<{ ids: string[] | null }>(
    `select case when count(*) <= ${mostFound} then coalesce(array_agg(distinct id), '{}') end as ids
     from (select id from (${each}) as found(id) limit ${mostFound + 1}) f`,
    values,
  );
  return row?.ids ?? null;
}
