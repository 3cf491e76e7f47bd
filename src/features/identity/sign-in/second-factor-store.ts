// The SQL of second factors that better-auth does not do: no one-time code is taken twice.
import type { Queryable } from '../../../io/db/database.ts';

/** Claims the 30-second step of a code; false when it, or a newer one, was claimed before. Of two at once one wins. */
export async function claimCodeStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const rows = await db.query(
    'update two_factors set last_step = $2 where id = $1 and (last_step is null or last_step < $2) returning id',
    [id, step],
  );
  return rows.length > 0;
}
