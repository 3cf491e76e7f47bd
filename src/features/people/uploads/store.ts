// All SQL of the tables uploads and file_removals.
import type { Queryable } from '../../../io/db/database.ts';
import {
  boolean,
  bytes,
  int,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { ImageType } from '../../../io/files/picture-head.ts';

const upload = rowType({
  name: text,
  ownerId: uuid,
  contentType: oneOf<ImageType>(),
  size: int,
  /** Null until the picture was uploaded. */
  sourceHash: nullable(bytes),
  /** Whether the redrawn picture can be shown. */
  isKept: boolean,
  createdAt: time,
});
export type Upload = RowOf<typeof upload>;

export async function insertUpload(trx: Queryable, added: Upload): Promise<void> {
  await trx.query(`insert into uploads (${upload.written}) values (${upload.placeholders})`, upload.values(added));
}

/** Returns how many uploads this owner requested since then. */
export async function countUploads(trx: Queryable, ownerId: string, since: Date): Promise<number> {
  const [row] = await trx.query<{ count: string }>(
    'select count(*) from uploads where owner_id = $1 and created_at > $2',
    [ownerId, since],
  );
  return Number(row?.count ?? 0);
}

export async function findUpload(db: Queryable, name: string): Promise<Upload | null> {
  return upload.one(await db.query(`select ${upload.columns} from uploads where name = $1`, [name]));
}

/** Claims the name for the first bytes. Returns false if other bytes have claimed it. */
export async function claimName(db: Queryable, name: string, sourceHash: Buffer): Promise<boolean> {
  const rows = await db.query(
    'update uploads set source_hash = $2 where name = $1 and (source_hash is null or source_hash = $2) returning 1',
    [name, sourceHash],
  );
  return rows.length > 0;
}

/** Returns false if the upload no longer exists. */
export async function markKept(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.query('update uploads set is_kept = true where name = $1 returning 1', [name]);
  return rows.length > 0;
}

/** Whether the picture is available and belongs to this owner. It then cannot be deleted until the commit. */
export async function holdUpload(trx: Queryable, name: string, ownerId: string): Promise<boolean> {
  const rows = await trx.query('select 1 from uploads where name = $1 and owner_id = $2 and is_kept for key share', [
    name,
    ownerId,
  ]);
  return rows.length > 0;
}

/**
 * Deletes at most `limit` uploads from before `before` that no app shows, and schedules their files for removal at
 * once. Returns how many.
 */
export async function deleteUnusedUploads(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `with unused as materialized (
       select name from uploads u
       where created_at < $1 and not exists (select 1 from apps where image = u.name)
       order by created_at limit $2 for update skip locked),
     gone as (delete from uploads where name in (select name from unused) returning name)
     insert into file_removals (name, due_at) select name, $1 from gone
     on conflict (name) do update set due_at = excluded.due_at returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** Schedules the removal of this file. */
export async function planRemoval(trx: Queryable, name: string, dueAt: Date): Promise<void> {
  await trx.query(
    `insert into file_removals (name, due_at) values ($1, $2)
     on conflict (name) do update set due_at = excluded.due_at`,
    [name, dueAt],
  );
}

/** Returns the names of files that are due for removal, the longest overdue first. */
export async function dueRemovals(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    'select name from file_removals where due_at <= $1 order by due_at limit $2',
    [now, limit],
  );
  return rows.map((row) => row.name);
}

/** Call this after the file was removed. */
export async function endRemoval(db: Queryable, name: string): Promise<void> {
  await db.query('delete from file_removals where name = $1', [name]);
}
