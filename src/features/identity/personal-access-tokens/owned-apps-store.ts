// Which apps are somebody's: a personal access token may be bound to its owner's own, and to no other.
import type { Queryable } from '../../../io/db/database.ts';

/** Those of the ids that are apps of this owner, archived or not. */
export async function ownedAmong(db: Queryable, ownerId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from apps where owner_id = $1 and id = any($2::uuid[])', [
    ownerId,
    ids,
  ]);
  return rows.map((row) => row.id);
}
