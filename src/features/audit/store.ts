// All SQL of the audit log: rows are added and read, never changed.
import type { CreatedRange, Search } from '../../core/list-filters.ts';
import type { Queryable } from '../../io/db/database.ts';
import { boundValues, idOrLast } from '../../io/db/keyset.ts';
import { jsonb, nullable, type RowOf, rowType, text, time, uuid } from '../../io/db/row-type.ts';
import type { Page } from '../../io/http/page.ts';

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

/** An entry of this owner's log; null where there is none. */
export async function findAuditEntry(db: Queryable, id: string, ownerId: string): Promise<AuditEntry | null> {
  return entry.one(
    await db.query(`select ${entry.columns} from audit_log where id = $1 and owner_id = $2`, [id, ownerId]),
  );
}

/** An owner's log, or the part of it that is about one app; of the rest, null is any. */
export interface AuditFilter {
  readonly ownerId: string;
  readonly appId: string | null;
  readonly actions: readonly string[] | null;
  readonly created: CreatedRange;
  readonly sought: Search | null;
}

/** The entries that fit, newest first, one more than the limit. */
export async function listAuditEntries(
  db: Queryable,
  { ownerId, appId, actions, created, sought }: AuditFilter,
  { limit, after }: Page,
): Promise<AuditEntry[]> {
  const { values, bind } = boundValues();
  const fitting = [
    // An app's entries are found by the app alone: its owner has more of them, and only confirms that they are theirs.
    ...(appId === null
      ? [`owner_id = ${bind(ownerId)}`]
      : [`(owner_id = ${bind(ownerId)}) is true`, `app_id = ${bind(appId)}`]),
    `id < ${idOrLast(bind(after?.id ?? null))}`,
    ...(actions === null ? [] : [`action = any(${bind(actions)}::text[])`]),
    ...(created.from === null ? [] : [`created_at >= ${bind(created.from)}`]),
    ...(created.before === null ? [] : [`created_at < ${bind(created.before)}`]),
    ...(sought === null ? [] : [isSought(sought, bind)]),
  ];
  const rows = await db.query(
    `select ${entry.columns} from audit_log where ${fitting.join(' and ')} order by id desc limit ${bind(limit)} + 1`,
    values,
  );
  return entry.all(rows);
}

function isSought({ id, text }: Search, bind: (value: unknown) => string): string {
  if (id === null) return `ip = ${bind(text)}`;
  const place = bind(id);
  return `(id = ${place}::uuid or subject_id = ${place}::uuid)`;
}
