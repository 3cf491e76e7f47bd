// All SQL of notices about changed credentials, and of the access that ends after the reply "this was not me".
import type { Queryable } from '../../../../io/db/database.ts';
import { type RowOf, rowType, time, uuid } from '../../../../io/db/row-type.ts';

const notice = rowType({ id: uuid, userId: uuid, subjectId: uuid, changedAt: time, expiresAt: time });
export type CredentialNotice = RowOf<typeof notice>;

/** `hash` is the SHA-256 of the token in the link. */
export async function insertNotice(trx: Queryable, added: CredentialNotice, hash: Buffer): Promise<void> {
  const values = [...notice.values(added), hash];
  await trx.query(
    `insert into credential_notices (${notice.written}, token_hash) values (${notice.placeholders}, $${values.length})`,
    values,
  );
}

/** Returns the notice with this link hash, until it expires. */
export async function findNotice(db: Queryable, hash: Buffer, now: Date): Promise<CredentialNotice | null> {
  const rows = await db.query(
    `select ${notice.columns} from credential_notices where token_hash = $1 and expires_at > $2`,
    [hash, now],
  );
  return notice.one(rows);
}

/** Like findNotice, and deletes the notice. If two calls run concurrently, only one gets it. */
export async function takeNotice(trx: Queryable, hash: Buffer, now: Date): Promise<CredentialNotice | null> {
  const rows = await trx.query(
    `delete from credential_notices where token_hash = $1 and expires_at > $2 returning ${notice.columns}`,
    [hash, now],
  );
  return notice.one(rows);
}

/** Deletes at most `limit` notices that expired before `before`. Returns how many it deleted. */
export async function deleteExpiredNotices(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from credential_notices where id in (
       select id from credential_notices where expires_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** Ends every browser session of this person. Returns how many it ended. */
export async function deleteSessionsOf(trx: Queryable, userId: string): Promise<number> {
  return (await trx.query('delete from sessions where user_id = $1 returning 1', [userId])).length;
}

/** Deletes every personal access token of this person. Returns how many it deleted. */
export async function deleteTokensOf(trx: Queryable, userId: string): Promise<number> {
  return (await trx.query('delete from personal_access_tokens where user_id = $1 returning 1', [userId])).length;
}

/** Deletes this passkey and those added at that time or later, or all if none is given. Returns how many it deleted. */
export async function deletePasskeysOf(
  trx: Queryable,
  userId: string,
  from: { readonly id: string; readonly since: Date } | null,
): Promise<number> {
  const rows = await trx.query(
    'delete from passkeys where user_id = $1 and ($2::uuid is null or id = $2 or created_at >= $3) returning 1',
    [userId, from?.id ?? null, from?.since ?? null],
  );
  return rows.length;
}
