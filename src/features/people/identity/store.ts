// All SQL of people, their ways to sign in, and personal access tokens.
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
  /** Who signed up by themselves may still have to confirm that the address is theirs. */
  awaitsConfirmation: computed('awaits_confirmation and not email_verified', boolean),
  createdAt: time,
});
/** A user as found; a role that the service did not sign reads `merchant`. */
export type FoundUser = Omit<RowOf<typeof user>, 'roleMac'>;
export type User = Omit<FoundUser, 'awaitsConfirmation'>;

function readUsers(db: Queryable, rows: readonly Answered[]): FoundUser[] {
  return user.all(rows).map((found) => {
    const { roleMac: _, ...rest } = found;
    return { ...rest, role: soundRole(db, found) };
  });
}

/** The first of them; null where there is none. */
function firstUser(db: Queryable, rows: readonly Answered[]): FoundUser | null {
  return readUsers(db, rows)[0] ?? null;
}

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

/** The same, locked until the commit. */
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

/** Whether this person's address is the one that the service wrote: others take its word for it. */
export async function isAddressOurs({ db, seals }: SealedTables, id: string): Promise<boolean> {
  const row = await findSignedUser(db, id);
  return row !== null && seals.verify('user', row, row.mac);
}

/** Signs this person's row as it is; answers whether a code is asked for at a sign-in. */
export async function signUser({ db, seals }: SealedTables, id: string): Promise<boolean> {
  const row = await findSignedUser(db, id);
  if (row === null) return false;
  await db.query('update users set mac = $2 where id = $1', [id, seals.sign('user', row)]);
  return row.twoFactorEnabled;
}

/** Signs this person's role as the row has it, and returns it. The row must be locked. */
export async function signRole({ db, seals }: SealedTables, id: string): Promise<Role | null> {
  const [row] = await db.query<{ role: Role }>('select role from users where id = $1', [id]);
  if (row === undefined) return null;
  await db.query('update users set role_mac = $2 where id = $1', [id, seals.sign('user_role', { id, role: row.role })]);
  return row.role;
}

/** The operator with the oldest account; null without one. Passes over at most 100 roles that fail their check. */
export async function findFirstOperator(db: Queryable): Promise<FoundUser | null> {
  const rows = await db.query(
    `select ${user.columns} from users where role = 'operator' order by created_at, id limit 101`,
  );
  return readUsers(db, rows).find(({ role }) => role === 'operator') ?? null;
}

/** The address is this person's: a link that was mailed to it was used. In a transaction, which locks the row. */
export async function confirmEmailOf(tables: SealedTables, userId: string): Promise<void> {
  await changeSignedUser(tables, userId, () =>
    tables.db.query('update users set email_verified = true where id = $1 returning 1', [userId]),
  );
}

/**
 * Signs this person's row after `change`, which answers what it changed. False, and nothing is done, where somebody
 * wrote the row past the service: that is not signed on the way.
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

/** No code is asked for at a sign-in. The row is to be signed anew (changeSignedUser). */
export function switchCodesOff(trx: Queryable, userId: string): Promise<readonly unknown[]> {
  return trx.query('update users set two_factor_enabled = false where id = $1 returning 1', [userId]);
}

export async function isEmailConfirmed(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.query('select 1 from users where lower(email) = lower($1) and email_verified', [email]);
  return rows.length > 0;
}

/** Whether a person has this address and confirmed it, or was given the account without having to. */
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

/** A person's tokens, expired ones too, newest first, one more than the limit. */
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
