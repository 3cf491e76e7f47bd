// All SQL for the table app_tokens: the scoped tokens of apps.
import type { AppTokenScope } from '../../../../core/access/app-token-scopes.ts';
import type { Member } from '../../../../core/access/team.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import {
  boolean,
  bytes,
  computed,
  jsonb,
  manyOf,
  nullable,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';
import { memberJson } from '../settings/app-rows.ts';

const token = rowType({
  id: uuid,
  appId: uuid,
  /** The maker's row in the team. */
  memberId: uuid,
  /** The maker. */
  userId: uuid,
  name: text,
  lastFour: text,
  scopes: manyOf<AppTokenScope>(),
  /** The only address ranges that it works from. Null allows all addresses. */
  cidrs: nullable(texts),
  expiresAt: time,
  createdAt: time,
  lastUsedAt: nullable(time),
});
export type AppToken = RowOf<typeof token>;

export async function insertAppToken(
  trx: Queryable,
  added: AppToken,
  { hash, mac }: { readonly hash: Buffer; readonly mac: Buffer },
): Promise<void> {
  const values = [...token.values(added), hash, mac];
  await trx.query(
    `insert into app_tokens (${token.written}, token_hash, mac)
     values (${token.placeholders}, $${values.length - 1}, $${values.length})`,
    values,
  );
}

export async function countAppTokens(trx: Queryable, appId: string): Promise<number> {
  const [row] = await trx.query<{ tokens: number }>(
    'select count(*)::int as tokens from app_tokens where app_id = $1',
    [appId],
  );
  return row?.tokens ?? 0;
}

/** Returns the tokens of these apps, expired ones included, newest first, one more than the limit. */
export async function listAppTokens(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<AppToken[]> {
  const rows = await db.query(
    `select ${token.columns} from app_tokens
     where app_id = any($1::uuid[]) and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return token.all(rows);
}

/** Returns expired tokens as well. */
export async function findAppToken(db: Queryable, id: string): Promise<AppToken | null> {
  return token.one(await db.query(`select ${token.columns} from app_tokens where id = $1`, [id]));
}

/** Returns the deleted token, or null if it no longer existed. */
export async function deleteAppToken(trx: Queryable, id: string): Promise<AppToken | null> {
  return token.one(await trx.query(`delete from app_tokens where id = $1 returning ${token.columns}`, [id]));
}

/** Deletes all tokens of this membership, and returns them. */
export async function deleteTokensOfMember(trx: Queryable, memberId: string): Promise<AppToken[]> {
  return token.all(
    await trx.query(`delete from app_tokens where member_id = $1 returning ${token.columns}`, [memberId]),
  );
}

/** Deletes all tokens that this person made, in any app, and returns them. */
export async function deleteTokensMadeBy(trx: Queryable, userId: string): Promise<AppToken[]> {
  return token.all(await trx.query(`delete from app_tokens where user_id = $1 returning ${token.columns}`, [userId]));
}

const usable = rowType({
  id: computed('t.id', uuid),
  appId: computed('t.app_id', uuid),
  memberId: computed('t.member_id', uuid),
  userId: computed('t.user_id', uuid),
  scopes: computed('t.scopes', texts),
  cidrs: computed('t.cidrs', nullable(texts)),
  expiresAt: computed('t.expires_at', time),
  mac: computed('t.mac', nullable(bytes)),
  /** The maker's row in the team. */
  member: computed(memberJson, jsonb<Member>()),
  ownerId: computed('a.owner_id', uuid),
  tokenHash: computed('t.token_hash', bytes),
  /** Hash and MAC of the app's main token. The MAC also covers the owner of the app. */
  mainHash: computed('a.token_hash', bytes),
  mainMac: computed('a.token_mac', nullable(bytes)),
  /** Whether its last use should be recorded again. */
  isStale: computed("coalesce(t.last_used_at < $2::timestamptz - interval '60 seconds', true)", boolean),
});
export type UsableAppToken = RowOf<typeof usable>;

/** Selects a token by its SHA-256, or by its id. */
export type TokenKey = { readonly hash: Buffer } | { readonly id: string };

/** Returns the unexpired token. Its app must be in use, and its maker a member of the app. */
export async function findUsableToken(db: Queryable, key: TokenKey, now: Date): Promise<UsableAppToken | null> {
  const [column, value] = 'hash' in key ? ['token_hash', key.hash] : ['id', key.id];
  const rows = await db.query(
    `select ${usable.columns} from app_tokens t
     join apps a on a.id = t.app_id and a.archived_at is null
     join app_members r on r.id = t.member_id and r.app_id = t.app_id and r.user_id = t.user_id
     where t.${column} = $1 and t.expires_at > $2`,
    [value, now],
  );
  return usable.one(rows);
}

export async function recordAppTokenUse(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update app_tokens set last_used_at = $2 where id = $1', [id, now]);
}
