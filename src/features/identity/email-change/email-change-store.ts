// All SQL of e-mail addresses that people want to change.
import type { Queryable } from '../../../io/db/database.ts';
import { nullable, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';

const emailChange = rowType({
  userId: uuid,
  newEmail: text,
  oldAgreedAt: nullable(time),
  newAgreedAt: nullable(time),
  createdAt: time,
});
export type EmailChange = RowOf<typeof emailChange>;

/** The two ends of a change, by whose links they are found. */
export type End = 'old' | 'new';

/** Takes the place of what the person wanted before. Hashes: SHA-256 of the tokens in the links. */
export async function recordEmailChange(
  trx: Queryable,
  wanted: { readonly userId: string; readonly newEmail: string; readonly now: Date },
  hashes: Readonly<Record<End, Buffer>>,
): Promise<void> {
  await trx.query(
    `insert into email_changes (user_id, new_email, old_token_hash, new_token_hash, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set new_email = excluded.new_email, old_token_hash = excluded.old_token_hash,
       new_token_hash = excluded.new_token_hash, old_agreed_at = null, new_agreed_at = null,
       created_at = excluded.created_at`,
    [wanted.userId, wanted.newEmail, hashes.old, hashes.new, wanted.now],
  );
}

export async function findEmailChange(db: Queryable, end: End, hash: Buffer): Promise<EmailChange | null> {
  const rows = await db.query(`select ${emailChange.columns} from email_changes where ${end}_token_hash = $1`, [hash]);
  return emailChange.one(rows);
}

/** What this person wants; null where they want nothing. */
export async function findEmailChangeOf(db: Queryable, userId: string): Promise<EmailChange | null> {
  return emailChange.one(
    await db.query(`select ${emailChange.columns} from email_changes where user_id = $1`, [userId]),
  );
}

/** Notes that this end agreed, and locks the change; null where there is none any more. */
export async function agreeToEmailChange(
  trx: Queryable,
  end: End,
  hash: Buffer,
  now: Date,
): Promise<EmailChange | null> {
  const rows = await trx.query(
    `update email_changes set ${end}_agreed_at = coalesce(${end}_agreed_at, $2) where ${end}_token_hash = $1
     returning ${emailChange.columns}`,
    [hash, now],
  );
  return emailChange.one(rows);
}

/** Ends what this person wanted; false where they wanted nothing. */
export async function deleteEmailChange(trx: Queryable, userId: string): Promise<boolean> {
  return (await trx.query('delete from email_changes where user_id = $1 returning 1', [userId])).length > 0;
}

/** Locks one change that the new address agreed to, asked for before then; null where there is none. */
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

/** Gives the person another, confirmed address; false where it is somebody's by now. */
export async function writeEmail(trx: Queryable, userId: string, email: string, now: Date): Promise<boolean> {
  const rows = await trx.query(
    `update users set email = $2, email_verified = true, updated_at = $3
     where id = $1 and not exists (select from users where lower(email) = lower($2) and id <> $1) returning 1`,
    [userId, email, now],
  );
  return rows.length > 0;
}
