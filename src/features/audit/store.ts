// All SQL of the audit log: rows are added and read, never changed.
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';
import { jsonb, nullable, type RowOf, rowType, text, time, uuid } from '../../io/db/row-type.ts';

const entry = rowType({
  id: uuid,
  appId: nullable(uuid),
  actor: text,
  action: text,
  subjectType: text,
  subjectId: uuid,
  before: nullable(jsonb()),
  after: nullable(jsonb()),
  ip: nullable(text),
  userAgent: nullable(text),
  createdAt: time,
});
export type AuditEntry = RowOf<typeof entry>;

/** Adds an entry to the log of `ownerId`, or, where that is null, of the app's owner. */
export async function insertAuditEntry(trx: Queryable, added: AuditEntry, ownerId: string | null): Promise<void> {
  const values = [...entry.values(added), ownerId];
  await trx.query(
    `insert into audit_log (${entry.written}, owner_id)
     values (${entry.placeholders}, coalesce($${values.length}::uuid, (select owner_id from apps where id = $2)))`,
    values,
  );
}

/** An owner's log, or the part of it that is about one app; newest first, one more than the limit. */
export async function listAuditEntries(
  db: Queryable,
  whose: { readonly ownerId: string; readonly appId: string | null },
  limit: number,
  afterId: string | null,
): Promise<AuditEntry[]> {
  // An app's entries are found by the app alone: its owner has more of them, and only confirms that they are theirs.
  const rows = await db.query(
    `select ${entry.columns} from audit_log
     where ${whose.appId === null ? 'owner_id = $1 and $2::uuid is null' : '(owner_id = $1) is true and app_id = $2'}
       and id < ${idOrLast('$3')}
     order by id desc limit $4 + 1`,
    [whose.ownerId, whose.appId, afterId, limit],
  );
  return entry.all(rows);
}
