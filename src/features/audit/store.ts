// All SQL of the audit log: rows are added and read, never changed.
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';

export interface AuditEntry {
  readonly id: string;
  readonly appId: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
}

interface Row {
  id: string;
  app_id: string | null;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  before: object | null;
  after: object | null;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
}

const columns = 'id, app_id, actor, action, subject_type, subject_id, before, after, ip, user_agent, created_at';

/** Adds an entry to the log of `ownerId`, or, where that is null, of the app's owner. */
export async function insertAuditEntry(trx: Queryable, entry: AuditEntry, ownerId: string | null): Promise<void> {
  await trx.query(
    `insert into audit_log (owner_id, ${columns})
     values (coalesce($1::uuid, (select owner_id from apps where id = $3)), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ownerId,
      entry.id,
      entry.appId,
      entry.actor,
      entry.action,
      entry.subjectType,
      entry.subjectId,
      entry.before === null ? null : JSON.stringify(entry.before),
      entry.after === null ? null : JSON.stringify(entry.after),
      entry.ip,
      entry.userAgent,
      entry.createdAt,
    ],
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
  const rows = await db.query<Row>(
    `select ${columns} from audit_log
     where ${whose.appId === null ? 'owner_id = $1 and $2::uuid is null' : '(owner_id = $1) is true and app_id = $2'}
       and id < ${idOrLast('$3')}
     order by id desc limit $4 + 1`,
    [whose.ownerId, whose.appId, afterId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    appId: row.app_id,
    actor: row.actor,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at,
  }));
}
