// All SQL of the table oauth2_artifacts: codes, tokens and unfinished sign-ins, found by the hash of their secret. Rows
// that the service did not sign are rejected.
import type { Queryable } from '../../../../io/db/database.ts';
import { bytes, jsonb, nullable, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import type { SealedTables } from '../../../known/row-seals/sealed-rows.ts';

const artifact = rowType({
  /** The oidc-provider model. */
  model: text,
  /** SHA-256 of the secret that a client or a browser holds. */
  idHash: bytes,
  payload: jsonb<Readonly<Record<string, unknown>>>(),
  /** A second id, for browser sessions. */
  uid: nullable(text),
  /** The grant that the artifact belongs to. It is deleted together with the grant. */
  grantId: nullable(text),
  userId: nullable(uuid),
  /** When a single-use artifact was used. */
  consumedAt: nullable(time),
  expiresAt: time,
  mac: nullable(bytes),
});
export type Artifact = RowOf<typeof artifact>;
export type NewArtifact = Pick<Artifact, 'payload' | 'uid' | 'grantId' | 'userId' | 'expiresAt'>;

/** The tables with their seals, and a log for rejected rows. */
export type ProviderTables = SealedTables & Pick<Instance, 'log'>;

/** Writes the artifact. A used one stays unchanged. */
export async function saveArtifact(
  { db, seals }: SealedTables,
  model: string,
  id: string,
  added: NewArtifact,
): Promise<void> {
  const row = { ...added, model, idHash: hashToken(id), consumedAt: null };
  await db.query(
    `insert into oauth2_artifacts (${artifact.written}) values (${artifact.placeholders})
     on conflict (model, id_hash) do update set payload = excluded.payload, uid = excluded.uid,
       grant_id = excluded.grant_id, user_id = excluded.user_id, expires_at = excluded.expires_at, mac = excluded.mac
       where oauth2_artifacts.consumed_at is null`,
    artifact.values({ ...row, mac: seals.sign('oauth2_artifact', row) }),
  );
}

export function findArtifact(tables: ProviderTables, model: string, id: string): Promise<Artifact | null> {
  return findOne(tables, 'model = $1 and id_hash = $2', [model, hashToken(id)]);
}

export function findArtifactByUid(tables: ProviderTables, model: string, uid: string): Promise<Artifact | null> {
  return findOne(tables, 'model = $1 and uid = $2', [model, uid]);
}

/** A live access token, and the last use of its grant. */
export interface Access {
  readonly grantId: string;
  readonly grantUsedAt: Date;
  readonly userId: string;
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scope: string | undefined;
}

/** Returns null for a token that is expired, revoked or unknown. */
export async function findAccess(tables: ProviderTables, token: string, now: Date): Promise<Access | null> {
  const [row] = await tables.db.query<{ last_used_at: Date }>(
    `select ${artifact.columnsOf('a')}, g.last_used_at
     from oauth2_artifacts a join oauth2_grants g on g.grant_id = a.grant_id
     where a.model = 'AccessToken' and a.id_hash = $1 and a.expires_at > $2`,
    [hashToken(token), now],
  );
  const access = row === undefined ? null : ours(tables, artifact.read({ ...row }));
  if (row === undefined || access === null || access.grantId === null || access.userId === null) return null;
  const { clientId, scope } = access.payload as { clientId: string; scope?: string };
  return { grantId: access.grantId, grantUsedAt: row.last_used_at, userId: access.userId, clientId, scope };
}

/**
 * Marks the artifact as used. Returns false if it was already used. If two calls run concurrently, only one gets true.
 */
export async function consumeArtifact(tables: ProviderTables, model: string, id: string, now: Date): Promise<boolean> {
  const held = await findArtifact(tables, model, id);
  if (held === null) return false;
  const mac = tables.seals.sign('oauth2_artifact', { ...held, consumedAt: now });
  const rows = await tables.db.query(
    `update oauth2_artifacts set consumed_at = $3, mac = $4
     where model = $1 and id_hash = $2 and consumed_at is null returning 1`,
    [model, held.idHash, now, mac],
  );
  return rows.length > 0;
}

export async function deleteArtifact(db: Queryable, model: string, id: string): Promise<void> {
  await db.query('delete from oauth2_artifacts where model = $1 and id_hash = $2', [model, hashToken(id)]);
}

export async function deleteArtifactsOfGrant(db: Queryable, model: string, grantId: string): Promise<void> {
  await db.query('delete from oauth2_artifacts where model = $1 and grant_id = $2', [model, grantId]);
}

/**
 * Deletes an authorization code of this client after an invalid attempt to redeem it. A used code stays, so that its
 * reuse is detected.
 */
export async function spoilCode(db: Queryable, code: string, clientId: string): Promise<void> {
  await db.query(
    `delete from oauth2_artifacts where model = 'AuthorizationCode' and id_hash = $1
       and payload ->> 'clientId' = $2 and consumed_at is null`,
    [hashToken(code), clientId],
  );
}

/** Deletes at most `limit` artifacts that expired before `before`. Returns how many it deleted. */
export async function deleteExpiredArtifacts(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from oauth2_artifacts where (model, id_hash) in (
       select model, id_hash from oauth2_artifacts where expires_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** Returns the matching artifact. Null if there is none, or if it was written outside the service. */
async function findOne(
  tables: ProviderTables,
  condition: string,
  values: readonly unknown[],
): Promise<Artifact | null> {
  const found = artifact.one(
    await tables.db.query(`select ${artifact.columns} from oauth2_artifacts where ${condition}`, values),
  );
  return found === null ? null : ours(tables, found);
}

function ours({ seals, log }: ProviderTables, found: Artifact): Artifact | null {
  if (seals.verify('oauth2_artifact', found, found.mac)) return found;
  log.error(
    { event: 'token.tampered', model: found.model, user: found.userId },
    'an OpenID Connect record was changed outside the service; rejected',
  );
  return null;
}
