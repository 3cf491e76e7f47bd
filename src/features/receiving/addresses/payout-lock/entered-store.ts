// SQL that reads from the audit log which receiving addresses were entered.
import type { Queryable } from '../../../../io/db/database.ts';

export async function listAppsWithAddresses(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ app_id: string }>(
    'select distinct app_id from app_addresses where deleted_at is null order by app_id',
  );
  return rows.map((row) => row.app_id);
}

/** Returns `<network> <value>` of each address as in its audit log entry. Addresses without an entry are missing. */
export async function enteredValues(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ subject_id: string; entered: string }>(
    `select distinct on (subject_id) subject_id, (after->'network'->>'symbol') || ' ' || (after->>'value') as entered
     from audit_log where subject_id = any($1::uuid[]) and action = 'address.added' order by subject_id, sequence desc`,
    [ids],
  );
  return new Map(rows.map((row) => [row.subject_id, row.entered]));
}
