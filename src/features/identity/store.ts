// All SQL of people, their ways to sign in, and personal access tokens.
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';
import type { PagePosition } from '../../io/http/page.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly role: 'operator' | 'merchant';
  readonly createdAt: Date;
}

/** A person as found: who signed up by themselves may still have to confirm that the address is theirs. */
export interface FoundUser extends User {
  readonly awaitsConfirmation: boolean;
}

export interface PersonalAccessToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly lastFour: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

/** Adds a person with a password; false when the e-mail is already somebody's. passwordHash is a PHC string. */
export async function insertUser(db: Queryable, user: User, accountId: string, passwordHash: string): Promise<boolean> {
  const added = await db.query(
    `insert into users (id, email, role, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (lower(email)) do nothing returning id`,
    [user.id, user.email, user.role, user.createdAt],
  );
  if (added.length === 0) return false;
  await db.query(
    `insert into accounts (id, user_id, provider_id, account_id, password, created_at, updated_at)
     values ($1, $2, 'credential', $5, $3, $4, $4)`,
    [accountId, user.id, passwordHash, user.createdAt, user.id],
  );
  return true;
}

const userColumns = 'id, email, role, awaits_confirmation and not email_verified as awaits_confirmation, created_at';

export async function findUserByEmail(db: Queryable, email: string): Promise<FoundUser | null> {
  return one(await db.query<UserRow>(`select ${userColumns} from users where lower(email) = lower($1)`, [email]));
}

export async function findUser(db: Queryable, id: string): Promise<FoundUser | null> {
  return one(await db.query<UserRow>(`select ${userColumns} from users where id = $1`, [id]));
}

interface UserRow {
  id: string;
  email: string;
  role: User['role'];
  awaits_confirmation: boolean;
  created_at: Date;
}

function one(rows: readonly UserRow[]): FoundUser | null {
  const row = rows[0];
  if (row === undefined) return null;
  const { id, email, role, awaits_confirmation: awaitsConfirmation, created_at: createdAt } = row;
  return { id, email, role, awaitsConfirmation, createdAt };
}

/** The address is this person's: a link that was mailed to it was used. */
export async function confirmEmailOf(db: Queryable, userId: string): Promise<void> {
  await db.query('update users set email_verified = true where id = $1', [userId]);
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
  token: PersonalAccessToken,
  hash: Buffer,
): Promise<void> {
  await db.query(
    `insert into personal_access_tokens (id, user_id, name, token_hash, last_four, scopes, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [token.id, token.userId, token.name, hash, token.lastFour, token.scopes, token.expiresAt, token.createdAt],
  );
}

export interface ListedToken extends PersonalAccessToken {
  readonly lastUsedAt: Date | null;
}

interface TokenRow {
  id: string;
  user_id: string;
  name: string;
  last_four: string;
  scopes: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
}

const tokenColumns = 'id, user_id, name, last_four, scopes, expires_at, last_used_at, created_at';

/** A person's tokens, expired ones too, newest first, one more than the limit. */
export async function listTokensOf(
  db: Queryable,
  userId: string,
  limit: number,
  after: PagePosition | null,
): Promise<ListedToken[]> {
  const rows = await db.query<TokenRow>(
    `select ${tokenColumns} from personal_access_tokens
     where user_id = $1 and id < ${idOrLast('$2')} order by id desc limit $3 + 1`,
    [userId, after?.id ?? null, limit],
  );
  return rows.map(listedToken);
}

/** Revokes a token of this person and answers it; null where there is none. */
export async function deleteTokenOf(db: Queryable, id: string, userId: string): Promise<ListedToken | null> {
  const rows = await db.query<TokenRow>(
    `delete from personal_access_tokens where id = $1 and user_id = $2 returning ${tokenColumns}`,
    [id, userId],
  );
  return rows[0] ? listedToken(rows[0]) : null;
}

function listedToken(row: TokenRow): ListedToken {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

export interface TokenOwner {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly string[];
}

/** The unexpired personal access token with this SHA-256, and whether its last use should be noted again. */
export async function findTokenOwner(
  db: Queryable,
  hash: Buffer,
  now: Date,
): Promise<(TokenOwner & { isStale: boolean }) | null> {
  const rows = await db.query<{ id: string; user_id: string; scopes: string[]; is_stale: boolean }>(
    `select id, user_id, scopes, coalesce(last_used_at < $2::timestamptz - interval '60 seconds', true) as is_stale
     from personal_access_tokens where token_hash = $1 and (expires_at is null or expires_at > $2)`,
    [hash, now],
  );
  const row = rows[0];
  return row ? { id: row.id, userId: row.user_id, scopes: row.scopes, isStale: row.is_stale } : null;
}

export async function noteTokenUse(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update personal_access_tokens set last_used_at = $2 where id = $1', [id, now]);
}

/** The live apps whose tokens have these SHA-256 hashes, in the order of the hashes; null for an unknown one. */
export async function findAppIdsByToken(db: Queryable, hashes: readonly Buffer[]): Promise<(string | null)[]> {
  // A busy shop asks with the same token each time.
  const distinct = new Map(hashes.map((hash) => [hash.toString('hex'), hash]));
  const rows = await db.query<{ id: string; token_hash: Buffer }>(
    'select id, token_hash from apps where token_hash = any($1::bytea[]) and archived_at is null',
    [[...distinct.values()]],
  );
  const ids = new Map(rows.map((row) => [row.token_hash.toString('hex'), row.id]));
  return hashes.map((hash) => ids.get(hash.toString('hex')) ?? null);
}
