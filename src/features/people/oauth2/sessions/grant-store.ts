// All SQL of the table oauth2_grants: the consent that people gave to clients. Access tokens are resolved only here.
import type { Caller } from '../../../../core/access.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import {
  bytes,
  computed,
  jsonb,
  nullable,
  type RowOf,
  readAs,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';
import type { Instance } from '../../../instance.ts';
import type { SealedTables } from '../../../known/row-seals/sealed-rows.ts';
import { findAccess, type ProviderTables } from '../provider/artifact-store.ts';

const grant = rowType({
  id: computed('g.id', uuid),
  clientId: computed('g.client_id', text),
  clientName: computed('c.name', text),
  scopes: readAs(computed(`g.payload #>> '{openid,scope}'`, nullable(text)), (scope) => scope?.split(' ') ?? []),
  createdAt: computed('g.created_at', time),
  lastUsedAt: computed('g.last_used_at', time),
});
export type Grant = RowOf<typeof grant>;

/** The grant as oidc-provider stores it. */
const savedGrant = rowType({
  grantId: text,
  userId: uuid,
  clientId: text,
  payload: jsonb<Readonly<Record<string, unknown>>>(),
  mac: nullable(bytes),
});

/** Uses are recorded at this interval, so that not every request writes. */
const recordMillis = 60_000;
const accessTokenText = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the caller of this access token and records the use. Returns null if the token is expired, revoked or
 * unknown.
 */
export async function findOauth2Caller(
  instance: ProviderTables & Pick<Instance, 'clock'>,
  token: string,
): Promise<Caller | null> {
  if (!accessTokenText.test(token)) return null;
  const now = instance.clock.now();
  const access = await findAccess(instance, token, now);
  if (access === null) return null;
  if (now.getTime() - access.grantUsedAt.getTime() > recordMillis)
    await recordGrantUse(instance.db, access.grantId, now);
  const { userId, clientId, scope } = access;
  return { kind: 'oauth2', userId, clientId, scopes: scope?.split(' ') ?? [] };
}

export async function recordGrantUse(db: Queryable, grantId: string, now: Date): Promise<void> {
  await db.query('update oauth2_grants set last_used_at = $2 where grant_id = $1 and last_used_at < $2', [
    grantId,
    now,
  ]);
}

/** Returns a person's grants, newest first, one more than the limit. */
export async function listGrantsOf(db: Queryable, userId: string, { limit, after, created }: Page): Promise<Grant[]> {
  const rows = await db.query(
    `select ${grant.columns} from oauth2_grants g join oauth2_clients c using (client_id)
     where g.user_id = $1 and g.id < ${idOrLast('$2')} and ${createdWithin('$4', '$5', 'g.created_at')}
     order by g.id desc limit $3 + 1`,
    [userId, after?.id ?? null, limit, created.from, created.before],
  );
  return grant.all(rows);
}

/** Returns the person's grant with this id, or null if there is none. */
export async function findGrantOf(db: Queryable, id: string, userId: string): Promise<Grant | null> {
  const rows = await db.query(
    `select ${grant.columns} from oauth2_grants g join oauth2_clients c using (client_id)
     where g.id = $1 and g.user_id = $2`,
    [id, userId],
  );
  return grant.one(rows);
}

/** Revokes a grant of this person, with all its codes and tokens. Returns the grant, or null if there is none. */
export async function deleteGrantOf(db: Queryable, id: string, userId: string): Promise<Grant | null> {
  const rows = await db.query(
    `delete from oauth2_grants g using oauth2_clients c
     where g.id = $1 and g.user_id = $2 and c.client_id = g.client_id returning ${grant.columns}`,
    [id, userId],
  );
  return grant.one(rows);
}

/** Revokes all grants of this person, with all their codes and tokens. Returns how many. */
export async function deleteGrantsOf(db: Queryable, userId: string): Promise<number> {
  return (await db.query('delete from oauth2_grants where user_id = $1 returning 1', [userId])).length;
}

export async function findGrant(db: Queryable, grantId: string): Promise<Grant | null> {
  const rows = await db.query(
    `select ${grant.columns} from oauth2_grants g join oauth2_clients c using (client_id) where g.grant_id = $1`,
    [grantId],
  );
  return grant.one(rows);
}

/** Returns oidc-provider's id of this person's grant for this client, or null if there is none. */
export async function findGrantId(db: Queryable, userId: string, clientId: string): Promise<string | null> {
  const [row] = await db.query<{ grant_id: string }>(
    'select grant_id from oauth2_grants where user_id = $1 and client_id = $2',
    [userId, clientId],
  );
  return row?.grant_id ?? null;
}

type SavedGrant = RowOf<typeof savedGrant>;

/** Writes the grant. The table rejects a second grant for the same person and client. */
export async function saveGrant(
  { db, seals }: SealedTables,
  id: string,
  saved: Omit<SavedGrant, 'mac'>,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into oauth2_grants (id, last_used_at, created_at, ${savedGrant.written})
     values ($6, $7, $7, ${savedGrant.placeholders})
     on conflict (grant_id) do update
       set payload = excluded.payload, last_used_at = excluded.last_used_at, mac = excluded.mac`,
    [...savedGrant.values({ ...saved, mac: seals.sign('oauth2_grant', saved) }), id, now],
  );
}

/** Returns the grant in oidc-provider's form. Null if there is none, or if it was written outside the service. */
export async function readGrant({ db, seals, log }: ProviderTables, grantId: string): Promise<object | null> {
  const found = savedGrant.one(
    await db.query(`select ${savedGrant.columns} from oauth2_grants where grant_id = $1`, [grantId]),
  );
  if (found === null || seals.verify('oauth2_grant', found, found.mac)) return found?.payload ?? null;
  log.error(
    { event: 'token.tampered', grant: grantId, user: found.userId },
    'the grant of a client was changed outside the service; rejected',
  );
  return null;
}

export async function deleteGrant(db: Queryable, grantId: string): Promise<void> {
  await db.query('delete from oauth2_grants where grant_id = $1', [grantId]);
}
