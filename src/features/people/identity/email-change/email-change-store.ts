// All SQL of requested changes of e-mail addresses.
import type { Queryable } from '../../../../io/db/database.ts';
import { bytes, nullable, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import type { SealedTables } from '../../../known/row-seals/sealed-rows.ts';
import { changeSignedUser } from '../store.ts';

const emailChange = rowType({
  userId: uuid,
  newEmail: text,
  /** SHA-256 of the tokens in the links. */
  oldTokenHash: bytes,
  newTokenHash: bytes,
  oldAgreedAt: nullable(time),
  newAgreedAt: nullable(time),
  createdAt: time,
  mac: nullable(bytes),
});
export type EmailChange = RowOf<typeof emailChange>;

/** The two addresses of a change. Each has its own link. */
export type End = 'old' | 'new';

/** Replaces an earlier request of the person. `hashes` are the SHA-256 of the tokens in the links. */
export async function recordEmailChange(
  { db, seals }: SealedTables,
  wanted: { readonly userId: string; readonly newEmail: string; readonly now: Date },
  hashes: Readonly<Record<End, Buffer>>,
): Promise<void> {
  const { userId, newEmail, now } = wanted;
  const agreed = { oldAgreedAt: null, newAgreedAt: null, createdAt: now };
  const change = { userId, newEmail, oldTokenHash: hashes.old, newTokenHash: hashes.new, ...agreed };
  await db.query(
    `insert into email_changes (${emailChange.written}) values (${emailChange.placeholders})
     on conflict (user_id) do update set new_email = excluded.new_email, old_token_hash = excluded.old_token_hash,
       new_token_hash = excluded.new_token_hash, old_agreed_at = null, new_agreed_at = null,
       created_at = excluded.created_at, mac = excluded.mac`,
    emailChange.values({ ...change, mac: seals.sign('email_change', change) }),
  );
}

/** Returns the change with this link. Null if there is none, or if it was written outside the service. */
export function findEmailChange(tables: SealedTables, end: End, hash: Buffer): Promise<EmailChange | null> {
  return findOurs(tables, end, hash, '');
}

async function findOurs(
  { db, seals }: SealedTables,
  end: End,
  hash: Buffer,
  lock: '' | 'for update',
): Promise<EmailChange | null> {
  const found = emailChange.one(
    await db.query(`select ${emailChange.columns} from email_changes where ${end}_token_hash = $1 ${lock}`, [hash]),
  );
  return found !== null && isOurs({ seals }, found) ? found : null;
}

/** Whether the service itself wrote this change in its current form. */
export function isOurs({ seals }: Pick<SealedTables, 'seals'>, change: EmailChange): boolean {
  return seals.verify('email_change', change, change.mac);
}

/** Returns the requested change of this person, or null. */
export async function findEmailChangeOf(db: Queryable, userId: string): Promise<EmailChange | null> {
  return emailChange.one(
    await db.query(`select ${emailChange.columns} from email_changes where user_id = $1`, [userId]),
  );
}

/** Records the confirmation of one address and locks the change. Returns null if the change no longer exists. */
export async function agreeToEmailChange(
  tables: SealedTables,
  end: End,
  hash: Buffer,
  now: Date,
): Promise<EmailChange | null> {
  const found = await findOurs(tables, end, hash, 'for update');
  if (found === null) return null;
  const agreed = end === 'old' ? { oldAgreedAt: found.oldAgreedAt ?? now } : { newAgreedAt: found.newAgreedAt ?? now };
  const change = { ...found, ...agreed };
  await tables.db.query(
    'update email_changes set old_agreed_at = $2, new_agreed_at = $3, mac = $4 where user_id = $1',
    [...[change.userId, change.oldAgreedAt, change.newAgreedAt], tables.seals.sign('email_change', change)],
  );
  return change;
}

/** Deletes the requested change of this person. Returns false if there was none. */
export async function deleteEmailChange(trx: Queryable, userId: string): Promise<boolean> {
  return (await trx.query('delete from email_changes where user_id = $1 returning 1', [userId])).length > 0;
}

/**
 * Locks a change that was requested before `before` and confirmed by the new address. Returns null if there is none.
 */
export async function lockSilentEmailChange(trx: Queryable, before: Date): Promise<EmailChange | null> {
  const rows = await trx.query(
    `select ${emailChange.columns} from email_changes
     where new_agreed_at is not null and created_at <= $1 limit 1 for update skip locked`,
    [before],
  );
  return emailChange.one(rows);
}

/** Deletes at most `limit` changes that were requested before `before`. Returns how many it deleted. */
export async function deleteOldEmailChanges(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from email_changes where user_id in (
       select user_id from email_changes where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/**
 * Sets the person's e-mail address, as confirmed. Returns false if another account has it by now, or if the person's
 * row was changed outside the service.
 */
export function writeEmail(tables: SealedTables, userId: string, email: string, now: Date): Promise<boolean> {
  return changeSignedUser(tables, userId, () =>
    tables.db.query(
      `update users set email = $2, email_verified = true, updated_at = $3
       where id = $1 and not exists (select from users where lower(email) = lower($2) and id <> $1) returning 1`,
      [userId, email, now],
    ),
  );
}
