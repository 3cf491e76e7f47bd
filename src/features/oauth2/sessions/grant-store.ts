// All SQL of the table oauth2_grants: what people let clients do, and the one way in which an access token is read.
import type { Caller } from '../../../core/access.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { idOrLast } from '../../../io/db/keyset.ts';
import { computed, nullable, type RowOf, readAs, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import type { PagePosition } from '../../../io/http/page.ts';
import { hashToken } from '../../../io/secrets/token.ts';

const grant = rowType({
  id: computed('g.id', uuid),
  clientId: computed('g.client_id', text),
  clientName: computed('c.name', text),
  scopes: readAs(computed(`g.payload #>> '{openid,scope}'`, nullable(text)), (scope) => scope?.split(' ') ?? []),
  createdAt: computed('g.created_at', time),
  lastUsedAt: computed('g.last_used_at', time),
});
export type Grant = RowOf<typeof grant>;

/** Uses are noted this far apart, so that not every request writes. Seconds. */
const recordSeconds = 60;
const accessTokenText = /^[A-Za-z0-9_-]{43}$/;

/** Whose access token this is, its use noted; null for one that is expired, revoked or made up. */
export async function findOauth2Caller(
  instance: { readonly db: Queryable; readonly clock: { now(): Date } },
  token: string,
): Promise<Caller | null> {
  if (!accessTokenText.test(token)) return null;
  const now = instance.clock.now();
  const [row] = await instance.db.query<{
    grant_id: string;
    user_id: string;
    client_id: string;
    scope: string | null;
    is_stale: boolean;
  }>(
    `select g.grant_id, g.user_id, g.client_id, a.payload ->> 'scope' as scope,
       g.last_used_at < $2::timestamptz - make_interval(secs => $3) as is_stale
     from oauth2_artifacts a join oauth2_grants g on g.grant_id = a.grant_id
     where a.model = 'AccessToken' and a.id_hash = $1 and a.expires_at > $2`,
    [hashToken(token), now, recordSeconds],
  );
  if (row === undefined) return null;
  if (row.is_stale) await recordGrantUse(instance.db, row.grant_id, now);
  return { kind: 'oauth2', userId: row.user_id, clientId: row.client_id, scopes: row.scope?.split(' ') ?? [] };
}

export async function recordGrantUse(db: Queryable, grantId: string, now: Date): Promise<void> {
  await db.query('update oauth2_grants set last_used_at = $2 where grant_id = $1 and last_used_at < $2', [
    grantId,
    now,
  ]);
}

/** What a person granted, newest first, one more than the limit. */
export async function listGrantsOf(
  db: Queryable,
  userId: string,
  limit: number,
  after: PagePosition | null,
): Promise<Grant[]> {
  const rows = await db.query(
    `select ${grant.columns} from oauth2_grants g join oauth2_clients c using (client_id)
     where g.user_id = $1 and g.id < ${idOrLast('$2')} order by g.id desc limit $3 + 1`,
    [userId, after?.id ?? null, limit],
  );
  return grant.all(rows);
}

/** What a person granted under this id; null where there is nothing. */
export async function findGrantOf(db: Queryable, id: string, userId: string): Promise<Grant | null> {
  const rows = await db.query(
    `select ${grant.columns} from oauth2_grants g join oauth2_clients c using (client_id)
     where g.id = $1 and g.user_id = $2`,
    [id, userId],
  );
  return grant.one(rows);
}

/** Takes a grant of this person back, and with it every code and token; null where there is none. */
export async function deleteGrantOf(db: Queryable, id: string, userId: string): Promise<Grant | null> {
  const rows = await db.query(
    `delete from oauth2_grants g using oauth2_clients c
     where g.id = $1 and g.user_id = $2 and c.client_id = g.client_id returning ${grant.columns}`,
    [id, userId],
  );
  return grant.one(rows);
}

/** Takes back everything that this person granted, and with it every code and token; answers how many grants. */
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

/** The id under which OpenID Connect keeps what this person granted this client; null where nothing was. */
export async function findGrantId(db: Queryable, userId: string, clientId: string): Promise<string | null> {
  const [row] = await db.query<{ grant_id: string }>(
    'select grant_id from oauth2_grants where user_id = $1 and client_id = $2',
    [userId, clientId],
  );
  return row?.grant_id ?? null;
}

/** Keeps a grant as it is now; a second one for the same person and client is refused by the table. */
export async function saveGrant(
  db: Queryable,
  saved: { id: string; grantId: string; userId: string; clientId: string; payload: object },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into oauth2_grants (id, grant_id, user_id, client_id, payload, last_used_at, created_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6)
     on conflict (grant_id) do update set payload = excluded.payload, last_used_at = excluded.last_used_at`,
    [saved.id, saved.grantId, saved.userId, saved.clientId, JSON.stringify(saved.payload), now],
  );
}

export async function readGrant(db: Queryable, grantId: string): Promise<object | null> {
  const [row] = await db.query<{ payload: object }>('select payload from oauth2_grants where grant_id = $1', [grantId]);
  return row?.payload ?? null;
}

export async function deleteGrant(db: Queryable, grantId: string): Promise<void> {
  await db.query('delete from oauth2_grants where grant_id = $1', [grantId]);
}
