// All SQL for the audit log. Rows are inserted and read, never changed.
import type { CreatedRange, Search } from '../../../core/list-filters.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { boundValues, idOrLast } from '../../../io/db/keyset.ts';
import { jsonb, nullable, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import type { RowSeals } from '../../known/row-seals/sealed-rows.ts';
import { entryHash } from './chain.ts';

const entryColumns = {
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
};
const entry = rowType(entryColumns);
export type AuditEntry = RowOf<typeof entry>;

/**
 * Appends an entry to the owner's log. Writers to the same log wait for this commit, so that the chain has one end.
 * Logs of other owners are not blocked.
 */
export async function insertAuditEntry(
  trx: Queryable,
  seals: RowSeals,
  added: AuditEntry,
  of: { readonly appId: string } | { readonly ownerId: string },
): Promise<void> {
  const [head] = await trx.query<{ owner_id: string; sequence: string; hash: Buffer | null }>(
    `insert into audit_heads (owner_id) select coalesce($1::uuid, (select owner_id from apps where id = $2))
     on conflict (owner_id) do update set sequence = audit_heads.sequence returning owner_id, sequence, hash`,
    'ownerId' in of ? [of.ownerId, null] : [null, of.appId],
  );
  if (head === undefined) throw new Error('an audit log has no recorded end');
  const place = { ownerId: head.owner_id, sequence: BigInt(head.sequence) + 1n };
  const link = { ...place, hash: entryHash(head.hash, place, added) };
  const macs = [seals.sign('audit_entry', link), seals.sign('audit_head', link)];
  const values = entry.values(added);
  const next = values.length;
  await trx.query(
    `with head as (
       update audit_heads set sequence = $${next + 2}, hash = $${next + 3}, mac = $${next + 5}
        where owner_id = $${next + 1})
     insert into audit_log (${entry.written}, owner_id, sequence, hash, mac)
     values (${entry.placeholders}, $${next + 1}, $${next + 2}, $${next + 3}, $${next + 4})`,
    [...values, link.ownerId, link.sequence, link.hash, ...macs],
  );
}

/** An entry with its place in the chain. */
export interface ChainedEntry extends AuditEntry {
  readonly ownerId: string;
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly mac: Buffer;
}

export interface ChainHead {
  readonly ownerId: string;
  readonly sequence: bigint;
  readonly hash: Buffer | null;
  readonly mac: Buffer | null;
}

/** Returns the recorded end of each owner's log, including logs without one. */
export async function listChainHeads(db: Queryable): Promise<ChainHead[]> {
  const rows = await db.query<{ owner_id: string; sequence: string; hash: Buffer | null; mac: Buffer | null }>(
    `select owner_id, coalesce(h.sequence, 0) as sequence, h.hash, h.mac
     from (select distinct owner_id from audit_log) l full join audit_heads h using (owner_id) order by owner_id`,
  );
  return rows.map((row) => ({ ownerId: row.owner_id, sequence: BigInt(row.sequence), hash: row.hash, mac: row.mac }));
}

/** Returns the owner's entries after this number, oldest first. */
export async function listChain(db: Queryable, ownerId: string, after: bigint, limit: number): Promise<ChainedEntry[]> {
  const rows = await db.query<{ owner_id: string; sequence: string; hash: Buffer; mac: Buffer }>(
    `select ${entry.columns}, owner_id, sequence, hash, mac from audit_log
     where owner_id = $1 and sequence > $2 order by sequence limit $3`,
    [ownerId, after, limit],
  );
  return rows.map((row) => ({
    ...entry.read(row),
    ownerId: row.owner_id,
    sequence: BigInt(row.sequence),
    hash: row.hash,
    mac: row.mac,
  }));
}

/** Whether the owner's log has an entry with this action. Reads the log from its start. */
export async function hasAuditAction(db: Queryable, ownerId: string, action: string): Promise<boolean> {
  const rows = await db.query('select from audit_log where owner_id = $1 and action = $2 order by sequence limit 1', [
    ownerId,
    action,
  ]);
  return rows.length > 0;
}

const owned = rowType({ ...entryColumns, ownerId: uuid });

/** Returns an entry with the owner of its log. */
export async function findAuditEntry(db: Queryable, id: string): Promise<RowOf<typeof owned> | null> {
  return owned.one(await db.query(`select ${owned.columns} from audit_log where id = $1`, [id]));
}

/**
 * Selects entries about these apps, and about a person's account if one is given. Null in the other fields matches any.
 */
export interface AuditFilter {
  readonly appIds: readonly string[];
  readonly personId: string | null;
  readonly actions: readonly string[] | null;
  readonly created: CreatedRange;
  readonly sought: Search | null;
}

/** Returns the matching entries, newest first, one more than the limit. */
export async function listAuditEntries(
  db: Queryable,
  { appIds, personId, actions, created, sought }: AuditFilter,
  { limit, after }: Page,
): Promise<AuditEntry[]> {
  const { values, bind } = boundValues();
  const [only] = appIds;
  const ofApps = appIds.length === 1 ? `app_id = ${bind(only)}` : `app_id = any(${bind(appIds)}::uuid[])`;
  const fitting = [
    personId === null ? ofApps : `(${ofApps} or owner_id = ${bind(personId)} and app_id is null)`,
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
