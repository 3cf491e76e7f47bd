// All SQL of users, their sign-in methods, and personal access tokens.
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import {
  type Answered,
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
} from '../../../io/db/row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import type { SealedRow, SealedTables } from '../../known/row-seals/sealed-rows.ts';
import { type Role, soundRole } from './verified-role.ts';

const user = rowType({
  id: uuid,
  email: text,
  role: oneOf<Role>(),
  roleMac: nullable(bytes),
  /** A person who signed up may still have to confirm the address. */
  awaitsConfirmation: computed('awaits_confirmation and not email_verified', boolean),
  createdAt: time,
});
/** A user as read. A role that the service did not sign counts as `merchant`. */
export type FoundUser = Omit<RowOf<typeof user>, 'roleMac'>;
export type User = Omit<FoundUser, 'awaitsConfirmation'>;

function readUsers(db: Queryable, rows: readonly Answered[]): FoundUser[] {
  return user.all(rows).map((found) => {
    const { roleMac: _, ...rest } = found;
    return { ...rest, role: soundRole(db, found) };
  });
}

/** Returns the first user, or null if there is none. */
function firstUser(db: Queryable, rows: readonly Answered[]): FoundUser | null {
  return readUsers(db, rows)[0] ?? null;
}

const token = rowType({
  id: uuid,
  userId: uuid,
  name: text,
  lastFour: text,
  scopes: texts,
  /** The only apps that it covers. Null covers all of its owner's apps. */
  appIds: nullable(texts),
  /** The only address ranges that it works from. Null allows all addresses. */
  cidrs: nullable(texts),
  expiresAt: time,
  createdAt: time,
  lastUsedAt: nullable(time),
});
export type ListedToken = RowOf<typeof token>;
export type PersonalAccessToken = Omit<ListedToken, 'lastUsedAt'>;

/**
 * Inserts a user with a password. Returns false if the e-mail address already has an account. `passwordHash` is a PHC
 * string.
 */
export async function insertUser(
  { db, seals }: SealedTables,
  added: User,
  accountId: string,
  passwordHash: string,
): Promise<boolean> {
  const { id, email, role, createdAt } = added;
  const rows = await db.query(
    `insert into users (id, email, role, mac, role_mac, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (lower(email)) do nothing returning id`,
    [
      ...[id, email, role, seals.sign('user', { id, email, emailVerified: false, twoFactorEnabled: false })],
      ...[seals.sign('user_role', { id, role }), createdAt],
    ],
  );
  if (rows.length === 0) return false;
  const account = { id: accountId, userId: id, providerId: 'credential', accountId: id, password: passwordHash };
  await db.query(
    `insert into accounts (id, user_id, provider_id, account_id, password, mac, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [...Object.values(account), seals.sign('account', account), createdAt],
  );
  return true;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<FoundUser | null> {
  return firstUser(db, await db.query(`select ${user.columns} from users where lower(email) = lower($1)`, [email]));
}

export async function findUser(db: Queryable, id: string): Promise<FoundUser | null> {
  return firstUser(db, await db.query(`select ${user.columns} from users where id = $1`, [id]));
}

/** Like findUserByEmail, but locked until the commit. */
export async function lockUserByEmail(trx: Queryable, email: string): Promise<FoundUser | null> {
  return firstUser(
    trx,
    await trx.query(`select ${user.columns} from users where lower(email) = lower($1) for no key update`, [email]),
  );
}

type SignedUser = SealedRow<'user'> & { readonly twoFactorEnabled: boolean; readonly mac: Buffer | null };

async function findSignedUser(db: Queryable, id: string): Promise<SignedUser | null> {
  const [row] = await db.query<SignedUser>(
    `select id, email, email_verified as "emailVerified", two_factor_enabled as "twoFactorEnabled", mac
     from users where id = $1`,
    [id],
  );
  return row ?? null;
}

/** Whether the service itself wrote this person's address, so that others can rely on it. */
export async function isAddressOurs({ db, seals }: SealedTables, id: string): Promise<boolean> {
  const row = await findSignedUser(db, id);
  return row !== null && seals.verify('user', row, row.mac);
}

/** Signs this person's row in its current form. Returns whether a sign-in requires a code. */
export async function signUser({ db, seals }: SealedTables, id: string): Promise<boolean> {
  const row = await findSignedUser(db, id);
  if (row === null) return false;
  await db.query('update users set mac = $2 where id = $1', [id, seals.sign('user', row)]);
  return row.twoFactorEnabled;
}

/** Signs this person's role in its current form, and returns it. The row must be locked. */
export async function signRole({ db, seals }: SealedTables, id: string): Promise<Role | null> {
  const [row] = await db.query<{ role: Role }>('select role from users where id = $1', [id]);
  if (row === undefined) return null;
  await db.query('update users set role_mac = $2 where id = $1', [id, seals.sign('user_role', { id, role: row.role })]);
  return row.role;
}

/** Returns the operator with the oldest account, or null. Skips at most 100 roles with an invalid MAC. */
export async function findFirstOperator(db: Queryable): Promise<FoundUser | null> {
  const rows = await db.query(
    `select ${user.columns} from users where role = 'operator' order by created_at, id limit 101`,
  );
  return readUsers(db, rows).find(({ role }) => role === 'operator') ?? null;
}

/**
 * Marks the person's address as confirmed, because a link mailed to it was used. Call this in a transaction, because it
 * locks the row.
 */
export async function confirmEmailOf(tables: SealedTables, userId: string): Promise<void> {
  await changeSignedUser(tables, userId, () =>
    tables.db.query('update users set email_verified = true where id = $1 returning 1', [userId]),
  );
}

/**
 * Signs this person's row after `change`, which returns the changed rows. Returns false and changes nothing if the row
 * was changed outside the service, because this must not sign such a row.
 */
export async function changeSignedUser(
  tables: SealedTables,
  id: string,
  change: () => Promise<readonly unknown[]>,
): Promise<boolean> {
  if (!(await isAddressOurs(tables, id)) || (await change()).length === 0) return false;
  await signUser(tables, id);
  return true;
}

/** Turns one-time codes off for sign-ins. The row must then be signed again (changeSignedUser). */
export function switchCodesOff(trx: Queryable, userId: string): Promise<readonly unknown[]> {
  return trx.query('update users set two_factor_enabled = false where id = $1 returning 1', [userId]);
}

export async function isEmailConfirmed(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.query('select 1 from users where lower(email) = lower($1) and email_verified', [email]);
  return rows.length > 0;
}

/** Whether an account has this address, and has confirmed it or was created without confirmation. */
export async function isAccountAddress(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from users where lower(email) = lower($1) and (email_verified or not awaits_confirmation)',
    [email],
  );
  return rows.length > 0;
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

/** Returns a person's tokens, expired ones included, newest first, one more than the limit. */
export async function listTokensOf(
  db: Queryable,
  userId: string,
  { limit, after, created }: Page,
): Promise<ListedToken[]> {
  const rows = await db.query(
    `select ${token.columns} from personal_access_tokens
     where user_id = $1 and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [userId, after?.id ?? null, limit, created.from, created.before],
  );
  return token.all(rows);
}

/** Returns a token of this person, expired or not, or null if there is none. */
export async function findTokenOf(db: Queryable, id: string, userId: string): Promise<ListedToken | null> {
  const rows = await db.query(`select ${token.columns} from personal_access_tokens where id = $1 and user_id = $2`, [
    id,
    userId,
  ]);
  return token.one(rows);
}

/** Deletes a token of this person and returns it, or null if there is none. */
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
  /** Whether its last use should be recorded again. */
  isStale: computed("coalesce(last_used_at < $2::timestamptz - interval '60 seconds', true)", boolean),
});
export type TokenOwner = RowOf<typeof owner>;

/** Returns the unexpired personal access token with this SHA-256. */
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
