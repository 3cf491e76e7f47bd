// Of which apps somebody is a member: a personal access token may be bound to those, and to no other.
import type { Queryable } from '../../../io/db/database.ts';

/** Those of the ids that are apps in which this person has a role, archived or not. */
export async function ownedAmong(db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ app_id: string }>(
    'select app_id from app_roles where user_id = $1 and app_id = any($2::uuid[])',
    [userId, ids],
  );
  return rows.map((row) => row.app_id);
}
