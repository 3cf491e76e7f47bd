// All SQL of the table doors: the credentials of shops that call in another dialect.
import type { DoorKind } from '../../../core/access/door-kinds.ts';
import type { StorePermission } from '../../../core/access/store-permissions.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import { manyOf, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';

const plainDoor = rowType({
  /** Also the id of its app token. Without that token the door is closed. */
  id: uuid,
  appId: uuid,
  kind: oneOf<DoorKind>(),
  /** Digits, by which EPay names the merchant. */
  pid: nullable(text),
  /** The currency of amounts that shops send without one. */
  currency: text,
  /** The endpoint that notifies the shops; null if they add their own. */
  webhookId: nullable(uuid),
  /** The permissions of a shop's key for Greenfield; null for all. */
  permissions: nullable(manyOf<StorePermission>()),
  createdAt: time,
});
export type Door = RowOf<typeof plainDoor>;

const door = sealed(plainDoor, 'door', moneyRows.door);

export async function insertDoor(trx: Queryable, added: Door): Promise<void> {
  await trx.query(`insert into doors (${door.written}) values (${door.placeholders})`, door.values(trx, added));
}

/** An open door and the sealed key of its endpoint. The key is null if the door has no endpoint. */
export interface KeyedDoor {
  readonly door: Door;
  readonly keySealed: Buffer | null;
}

/** Finds the open door by the number that EPay names, or by its own id. Throws RowTampered. */
export async function findKeyedDoor(
  db: Queryable,
  by: { readonly pid: string } | { readonly kind: DoorKind; readonly id: string },
): Promise<KeyedDoor | null> {
  const [where, values] = 'pid' in by ? ['d.pid = $1', [by.pid]] : ['d.kind = $1 and d.id = $2', [by.kind, by.id]];
  const rows = await db.query<{ secret_sealed: Buffer | null }>(
    `select ${door.columnsOf('d')}, w.secret_sealed from doors d
     left join webhooks w on w.id = d.webhook_id and w.deleted_at is null where ${where} and door_is_open(d.id)`,
    values,
  );
  const found = door.one(db, rows);
  return found === null ? null : { door: found, keySealed: rows[0]?.secret_sealed ?? null };
}

/** Finds the open door by the SHA-256 of its app token. Throws RowTampered. */
export async function findDoorByToken(db: Queryable, kind: DoorKind, hash: Buffer): Promise<Door | null> {
  const rows = await db.query(
    `select ${door.columnsOf('d')} from doors d join app_tokens t on t.id = d.id
     where t.token_hash = $1 and d.kind = $2 and door_is_open(d.id)`,
    [hash, kind],
  );
  return door.one(db, rows);
}

/** Finds the open door of this kind. Throws RowTampered. */
export async function findDoor(db: Queryable, kind: DoorKind, id: string): Promise<Door | null> {
  return (await findKeyedDoor(db, { kind, id }))?.door ?? null;
}

/** An open door, with the use of its token. */
export interface OpenDoor extends Door {
  readonly cidrs: readonly string[] | null;
  readonly lastUsedAt: Date | null;
}

/** Up to limit + 1 open doors of an app, newest first. Tampered ones are recorded and left out. */
export async function listOpenDoors(
  db: Queryable,
  appId: string,
  { limit, after, created }: Page,
): Promise<OpenDoor[]> {
  const rows = await db.query<{ cidrs: string[] | null; last_used_at: Date | null }>(
    `select ${door.columnsOf('d')}, t.cidrs, t.last_used_at from doors d
     join app_tokens t on t.id = d.id and t.app_id = d.app_id
     where d.app_id = $1 and d.id < ${idOrLast('$2')} and ${createdWithin('$4', '$5', 'd.created_at')}
     order by d.id desc limit $3 + 1`,
    [appId, after?.id ?? null, limit, created.from, created.before],
  );
  return rows.flatMap((row) => {
    const [found] = door.all(db, [row]);
    return found === undefined ? [] : [{ ...found, cidrs: row.cidrs, lastUsedAt: row.last_used_at }];
  });
}

/** Returns the EPay number of the door of each endpoint. Tampered doors are recorded and left out. */
export async function listPids(db: Queryable, webhookIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(`select ${door.columns} from doors where webhook_id = any($1::uuid[])`, [webhookIds]);
  return new Map(
    door.all(db, rows).flatMap(({ webhookId, pid }) => (webhookId === null || pid === null ? [] : [[webhookId, pid]])),
  );
}
