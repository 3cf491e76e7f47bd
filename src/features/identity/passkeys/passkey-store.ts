// All SQL of passkeys, and of the challenges that they answer once.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../io/db/database.ts';

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** base64url, as the browser names it. */
  readonly credentialId: string;
  /** COSE key (RFC 9052). */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

interface Row {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  last_used_at: Date | null;
  created_at: Date;
}

const columns = 'id, user_id, name, credential_id, public_key, counter, transports, last_used_at, created_at';

/** False when the authenticator is registered already, by whomever. */
export async function insertPasskey(db: Queryable, passkey: Passkey): Promise<boolean> {
  const added = await db.query(
    `insert into passkeys (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (credential_id) do nothing returning id`,
    [
      passkey.id,
      passkey.userId,
      passkey.name,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.lastUsedAt,
      passkey.createdAt,
    ],
  );
  return added.length > 0;
}

/** A person's passkeys, newest first, at most a hundred. */
export async function listPasskeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await db.query<Row>(`select ${columns} from passkeys where user_id = $1 order by id desc limit 100`, [
    userId,
  ]);
  return rows.map(fromRow);
}

export async function findPasskey(db: Queryable, credentialId: string): Promise<Passkey | null> {
  const rows = await db.query<Row>(`select ${columns} from passkeys where credential_id = $1`, [credentialId]);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Removes a passkey of this person and answers it; null where there is none. */
export async function removePasskeyOf(db: Queryable, id: string, userId: string): Promise<Passkey | null> {
  const rows = await db.query<Row>(`delete from passkeys where id = $1 and user_id = $2 returning ${columns}`, [
    id,
    userId,
  ]);
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Notes a use; false when the counter has moved since it was read, so that of two uses of one signature one wins. */
export async function notePasskeyUse(db: Queryable, passkey: Passkey, counter: number, now: Date): Promise<boolean> {
  const rows = await db.query(
    'update passkeys set counter = $3, last_used_at = $4 where id = $1 and counter = $2 returning id',
    [passkey.id, passkey.counter, counter, now],
  );
  return rows.length > 0;
}

/** Keeps a challenge until it is taken or its time is over; one per purpose and holder. */
export async function keepChallenge(
  db: Queryable,
  challenge: { readonly id: string; readonly holder: string; readonly value: string; readonly now: Date },
  lifetimeSeconds: number,
): Promise<void> {
  const end = new Date(challenge.now.getTime() + lifetimeSeconds * 1000);
  await db.query('delete from verifications where identifier = $1', [identifierOf(challenge.holder)]);
  await db.query(
    `insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [challenge.id, identifierOf(challenge.holder), challenge.value, end, challenge.now],
  );
}

/** Takes the challenge, so that nobody takes it again; null where there is none, or none any more. */
export async function takeChallenge(db: Queryable, holder: string, now: Date): Promise<string | null> {
  const rows = await db.query<{ value: string; expires_at: Date }>(
    'delete from verifications where identifier = $1 returning value, expires_at',
    [identifierOf(holder)],
  );
  const row = rows[0];
  return row !== undefined && row.expires_at > now ? row.value : null;
}

function identifierOf(holder: string): string {
  return createHash('sha256').update(`passkey\n${holder}`).digest('hex');
}

function fromRow(row: Row): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}
