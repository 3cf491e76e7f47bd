// All SQL of passkeys, and of their single-use challenges.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../../io/db/database.ts';
import { bytes, count, nullable, type RowOf, rowType, text, texts, time, uuid } from '../../../../io/db/row-type.ts';
import type { SealedTables } from '../../../known/row-seals/sealed-rows.ts';

const passkey = rowType({
  id: uuid,
  userId: uuid,
  name: text,
  /** The credential id in base64url, as browsers show it. */
  credentialId: text,
  /** COSE key (RFC 9052). */
  publicKey: bytes,
  counter: count,
  transports: texts,
  lastUsedAt: nullable(time),
  createdAt: time,
  mac: nullable(bytes),
});
export type Passkey = RowOf<typeof passkey>;

/** Returns the passkey with the MAC of its row. */
export function sealedPasskey({ seals }: Pick<SealedTables, 'seals'>, added: Omit<Passkey, 'mac'>): Passkey {
  return { ...added, mac: seals.sign('passkey', added) };
}

/** Returns false if the credential is already registered, to any person. */
export async function insertPasskey(db: Queryable, added: Passkey): Promise<boolean> {
  const rows = await db.query(
    `insert into passkeys (${passkey.written}) values (${passkey.placeholders})
     on conflict (credential_id) do nothing returning id`,
    passkey.values(added),
  );
  return rows.length > 0;
}

/** Returns a person's passkeys, newest first, at most a hundred. */
export async function listPasskeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await db.query(`select ${passkey.columns} from passkeys where user_id = $1 order by id desc limit 100`, [
    userId,
  ]);
  return passkey.all(rows);
}

/** Returns null if there is no such passkey, or if it was written outside the service. */
export async function findPasskey({ db, seals }: SealedTables, credentialId: string): Promise<Passkey | null> {
  const found = passkey.one(
    await db.query(`select ${passkey.columns} from passkeys where credential_id = $1`, [credentialId]),
  );
  return found !== null && seals.verify('passkey', found, found.mac) ? found : null;
}

/** Deletes a passkey of this person and returns it, or null if there is none. */
export async function removePasskeyOf(db: Queryable, id: string, userId: string): Promise<Passkey | null> {
  const rows = await db.query(`delete from passkeys where id = $1 and user_id = $2 returning ${passkey.columns}`, [
    id,
    userId,
  ]);
  return passkey.one(rows);
}

/**
 * Records a use. Returns false if the counter has changed since it was read, so that of two uses of one signature only
 * one succeeds.
 */
export async function recordPasskeyUse(db: Queryable, used: Passkey, counter: number, now: Date): Promise<boolean> {
  const rows = await db.query(
    'update passkeys set counter = $3, last_used_at = $4 where id = $1 and counter = $2 returning id',
    [used.id, used.counter, counter, now],
  );
  return rows.length > 0;
}

/** Stores a challenge until it is taken or expires. Each purpose and holder has at most one. */
export async function recordChallenge(
  { db, seals }: SealedTables,
  challenge: { readonly id: string; readonly holder: string; readonly value: string; readonly now: Date },
  lifetimeSeconds: number,
): Promise<void> {
  const end = new Date(challenge.now.getTime() + lifetimeSeconds * 1000);
  const row = { id: challenge.id, identifier: identifierOf(challenge.holder), value: challenge.value, expiresAt: end };
  await db.query('delete from verifications where identifier = $1', [row.identifier]);
  await db.query(
    `insert into verifications (id, identifier, value, expires_at, mac, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [row.id, row.identifier, row.value, row.expiresAt, seals.sign('verification', row), challenge.now],
  );
}

/** Deletes and returns the challenge. Returns null if there is none, or if it has expired. */
export async function takeChallenge({ db, seals }: SealedTables, holder: string, now: Date): Promise<string | null> {
  const [row] = await db.query<{ id: string; identifier: string; value: string; expiresAt: Date; mac: Buffer | null }>(
    `delete from verifications where identifier = $1
     returning id, identifier, value, expires_at as "expiresAt", mac`,
    [identifierOf(holder)],
  );
  if (row === undefined || row.expiresAt <= now || !seals.verify('verification', row, row.mac)) return null;
  return row.value;
}

function identifierOf(holder: string): string {
  return createHash('sha256').update(`passkey\n${holder}`).digest('hex');
}
