// All SQL of the table slug_changes: moves of a slug to another app that wait before they take effect.
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import { bytes, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import { holdsOrNotes } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../../io/http/page.ts';
import { fieldsOf, type RowSeals } from '../../../known/row-seals/sealed-rows.ts';
import type { SlugOf } from './former-slug-store.ts';

const slugChange = rowType({
  id: uuid,
  /** The app that loses the slug. */
  appId: uuid,
  slugOf: oneOf<SlugOf>(),
  slug: text,
  toAppId: uuid,
  targetId: uuid,
  requestedBy: nullable(uuid),
  effectiveAt: time,
  status: oneOf<'waiting' | 'stopped' | 'approved' | 'withdrawn'>(),
  decidedAt: nullable(time),
  decidedBy: nullable(text),
  carriedOutAt: nullable(time),
  createdAt: time,
  mac: bytes,
});
export type SlugChange = RowOf<typeof slugChange>;

export async function insertSlugChange(
  trx: Queryable,
  seals: RowSeals,
  added: Omit<SlugChange, 'mac'>,
  stopHash: Buffer,
): Promise<void> {
  const values = [...slugChange.values({ ...added, mac: seals.sign('slug_change', added) }), stopHash];
  await trx.query(
    `insert into slug_changes (${slugChange.written}, stop_hash)
     values (${slugChange.placeholders}, $${values.length})`,
    values,
  );
}

/** Whether the service wrote this change. A foreign row is recorded. */
export function isOurs(db: Queryable, change: SlugChange): boolean {
  const row = { kind: 'slug_change', table: 'slug_changes', id: change.id, appId: change.appId };
  return holdsOrNotes(db, row, fieldsOf('slug_change', change), change.mac);
}

const isOpen = "status in ('waiting', 'approved') and carried_out_at is null";

/** Returns the open change of this slug, locked. */
export function lockOpenSlugChange(
  trx: Queryable,
  { slugOf, slug }: Pick<SlugChange, 'slugOf' | 'slug'>,
): Promise<SlugChange | null> {
  return lockWhere(trx, `slug_of = $1 and slug = $2 and ${isOpen}`, [slugOf, slug]);
}

async function lockWhere(trx: Queryable, where: string, values: readonly unknown[]): Promise<SlugChange | null> {
  const select = `select ${slugChange.columns} from slug_changes where ${where} for update`;
  return slugChange.one(await trx.query(select, values));
}

/** The change must be locked. An approved change is due at once. */
export async function decideSlugChange(
  trx: Queryable,
  seals: RowSeals,
  change: SlugChange,
  { status, by, at }: { readonly status: 'stopped' | 'approved' | 'withdrawn'; readonly by: string; readonly at: Date },
): Promise<SlugChange> {
  const effectiveAt = status === 'approved' ? at : change.effectiveAt;
  const values = { ...change, status, effectiveAt, decidedBy: by, decidedAt: at };
  const decided = { ...values, mac: seals.sign('slug_change', values) };
  await trx.query(
    `update slug_changes set status = $2, effective_at = $3, decided_by = $4, decided_at = $5, mac = $6,
       stop_hash = null where id = $1`,
    [change.id, status, effectiveAt, by, at, decided.mac],
  );
  return decided;
}

export async function markCarriedOut(trx: Queryable, id: string, at: Date): Promise<void> {
  await trx.query('update slug_changes set carried_out_at = $2, stop_hash = null where id = $1', [id, at]);
}

export async function findSlugChange(db: Queryable, id: string): Promise<SlugChange | null> {
  return slugChange.one(await db.query(`select ${slugChange.columns} from slug_changes where id = $1`, [id]));
}

export function lockSlugChange(trx: Queryable, id: string): Promise<SlugChange | null> {
  return lockWhere(trx, 'id = $1', [id]);
}

/** Returns null if the link was used or is invalid. */
export function lockSlugChangeOfLink(trx: Queryable, stopHash: Buffer): Promise<SlugChange | null> {
  return lockWhere(trx, 'stop_hash = $1', [stopHash]);
}

/** Returns the ids of due changes, only for the given slug if there is one. */
export async function listDueSlugChanges(
  db: Queryable,
  now: Date,
  of: Pick<SlugChange, 'slugOf' | 'slug'> | null,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from slug_changes
     where ${isOpen} and effective_at <= $1
       and ($2::text is null or (slug_of = $2 and slug = $3)) order by effective_at limit 100`,
    [now, of?.slugOf ?? null, of?.slug ?? null],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns an app's changes, newest first, one more than the limit. Leaves out changes that were edited outside the
 * service.
 */
export async function listSlugChangesOf(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<SlugChange[]> {
  const changes = slugChange.all(
    await db.query(
      `select ${slugChange.columns} from slug_changes
       where app_id = any($1::uuid[]) and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
       order by id desc limit $3 + 1`,
      [appIds, after?.id ?? null, limit, created.from, created.before],
    ),
  );
  return changes.filter((change) => isOurs(db, change));
}
