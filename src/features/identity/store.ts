// All SQL of people, their ways to sign in, and personal access tokens.
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';
import {
  boolean,
  bytes,
  computed,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../io/db/row-type.ts';
import type { PagePosition } from '../../io/http/page.ts';

const user = rowType({
  id: uuid,
  email: text,
  role: oneOf<'operator' | 'merchant'>(),
  /** Who signed up by themselves may still have to confirm that the address is theirs. */
  awaitsConfirmation: computed('awaits_confirmation and not email_verified', boolean),
  createdAt: time,
});
/** A person as found. */
export type FoundUser = RowOf<typeof user>;
export type User = Omit<FoundUser, 'awaitsConfirmation'>;

const token = rowType({
  id: uuid,
  userId: uuid,
  name: text,
  lastFour: text,
  scopes: texts,
  /** The only apps that it reaches; null: all of its owner's. */
  appIds: nullable(texts),
  /** The only address ranges that it works from; null: anywhere. */
  cidrs: nullable(texts),
  expiresAt: time,
  createdAt: time,
  lastUsedAt: nullable(time),
});
export type ListedToken = RowOf<typeof token>;
export type PersonalAccessToken = Omit<ListedToken, 'lastUsedAt'>;

/** Adds a person with a password; false when the e-mail is already somebody's. passwordHash is a PHC string. */
export async function insertUser(
  db: Queryable,
  added: User,
  accountId: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await db.query(
    `insert into users (id, email, role, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (lower(email)) do nothing returning id`,
    [added.id, added.email, added.role, added.createdAt],
  );
  if (rows.length === 0) return false;
  await db.query(
    `insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
     values ($1, $2, 'credential', $5, $3, $4, $4)`,
    [accountId, added.id, passwordHash, added.createdAt, added.id],
  );
  return true;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<FoundUser | null> {
  return user.one(await db.query(`select ${user.columns} from users where lower(email) = lower($1)`, [email]));
}

export async function findUser(db: Queryable, id: string): Promise<FoundUser | null> {
  return user.one(await db.query(`select ${user.columns} from users where id = $1`, [id]));
}

/** Who came first of those that run the instance; null where nobody does yet. */
export async function findFirstOperator(db: Queryable): Promise<FoundUser | null> {
  return user.one(
    await db.query(`select ${user.columns} from users where role = 'operator' order by created_at, id limit 1`),
  );
}

/** The address is this person's: a link that was mailed to it was used. */
export async function confirmEmailOf(db: Queryable, userId: string): Promise<void> {
  await db.query('update users set email_verified = true where id = $1', [userId]);
}

export async function isEmailConfirmed(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.query('select 1 from users where lower(email) = lower($1) and email_verified', [email]);
  return rows.length > 0;
}

/** Whether nobody has signed up yet. Locks out a second first user until the commit. */
export async function isFirstUser(trx: Queryable): Promise<boolean> {
  await trx.query(`select pg_advisory_xact_lock(hashtext('quittance first user'))`);
  const rows = await trx.query('select 1 from users limit 1');
  return rows.length === 0;
}

/** Whether a stranger may sign up now: whoever comes first may, unless the operator said otherwise. */
export async function isSignUpOpen(db: Queryable, rule: 'open' | 'closed' | 'until_first_user'): Promise<boolean> {
  if (rule !== 'until_first_user') return rule === 'open';
  return (await db.query('select 1 from users limit 1')).length === 0;
}

export async function insertPersonalAccessToken(
  db: Queryable,
  added: PersonalAccessToken,
  { hash, mac }: { readonly hash: Buffer; readonly mac: Buffer },
): Promise<void> {
  const values = [...token.values({ ...added, lastUsedAt: null }), hash, mac];
  await db.query(
    `insert into personal_access_tokens (${token.written}, token_hash, mac)
     values (${token.placeholders}, $${values.length - 1}, $${values.length})`,
    values,
  );
}

/** A person's tokens, expired ones too, newest first, one more than the limit. */
export async function listTokensOf(
  db: Queryable,
  userId: string,
  limit: number,
  after: PagePosition | null,
): Promise<ListedToken[]> {
  const rows = await db.query(
    `select ${token.columns} from personal_access_tokens
     where user_id = $1 and id < ${idOrLast('$2')} order by id desc limit $3 + 1`,
    [userId, after?.id ?? null, limit],
  );
  return token.all(rows);
}

/** A token of this person, an expired one too; null where there is none. */
export async function findTokenOf(db: Queryable, id: string, userId: string): Promise<ListedToken | null> {
  const rows = await db.query(`select ${token.columns} from personal_access_tokens where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  return token.one(rows);
}

/** Revokes a token of this person and answers it; null where there is none. */
export async function deleteTokenOf(db: Queryable, id: string, userId: string): Promise<ListedToken | null> {
  const rows = await db.query(
    `delete from personal_access_tokens where id = $1 and user_id = $2 returning ${token.columns}`,
    [id, userId],
  );
  return token.one(rows);
}

const owner = rowType({
  id: uuid,
  userId: uuid,
  scopes: texts,
  appIds: nullable(texts),
  cidrs: nullable(texts),
  expiresAt: time,
  mac: nullable(bytes),
  /** Whether its last use should be noted again. */
  isStale: computed("coalesce(last_used_at < $2::timestamptz - interval '60 seconds', true)", boolean),
});
export type TokenOwner = RowOf<typeof owner>;

/** The unexpired personal access token with this SHA-256. */
export async function findTokenOwner(db: Queryable, hash: Buffer, now: Date): Promise<TokenOwner | null> {
  const rows = await db.query(
    `select ${owner.columns} from personal_access_tokens where token_hash = $1 and expires_at > $2`,
    [hash, now],
  );
  return owner.one(rows);
}

export async function recordTokenUse(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update personal_access_tokens set last_used_at = $2 where id = $1', [id, now]);
}
