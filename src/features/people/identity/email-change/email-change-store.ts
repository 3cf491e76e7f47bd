// All SQL of e-mail addresses that people want to change.
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

/** The two ends of a change, by whose links they are found. */
export type End = 'old' | 'new';

/** Takes the place of what the person wanted before. Hashes: SHA-256 of the tokens in the links. */
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

/** Null where there is none by this link, and for one that somebody wrote past the service. */
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

/** Whether the service itself wrote this change as it is. */
export function isOurs({ seals }: Pick<SealedTables, 'seals'>, change: EmailChange): boolean {
  return seals.verify('email_change', change, change.mac);
}

/** What this person wants; null where they want nothing. */
export async function findEmailChangeOf(db: Queryable, userId: string): Promise<EmailChange | null> {
  return emailChange.one(
    await db.query(`select ${emailChange.columns} from email_changes where user_id = $1`, [userId]),
  );
}

/** Notes that this end agreed, and locks the change; null where there is none any more. */
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

/** Ends what this person wanted; false where they wanted nothing. */
export async function deleteEmailChange(trx: Queryable, userId: string): Promise<boolean> {
  return (await trx.query('delete from email_changes where user_id = $1 returning 1', [userId])).length > 0;
}

/** Locks one change that says that the new address agreed to it, asked for before then; null where there is none. */
export async function lockSilentEmailChange(trx: Queryable, before: Date): Promise<EmailChange | null> {
  const rows = await trx.query(
    `select ${emailChange.columns} from email_changes
     where new_agreed_at is not null and created_at <= $1 limit 1 for update skip locked`,
    [before],
  );
  return emailChange.one(rows);
}

/** Deletes changes that were asked for before then, at most so many; answers how many. */
export async function deleteOldEmailChanges(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from email_changes where user_id in (
       select user_id from email_changes where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** Gives the person another, confirmed address; false where it is somebody's by now, or the person's row not ours. */
export function writeEmail(tables: SealedTables, userId: string, email: string, now: Date): Promise<boolean> {
  return changeSignedUser(tables, userId, () =>
    tables.db.query(
      `update users set email = $2, email_verified = true, updated_at = $3
       where id = $1 and not exists (select from users where lower(email) = lower($2) and id <> $1) returning 1`,
      [userId, email, now],
    ),
  );
}
