// All SQL of the table oauth2_artifacts: codes, tokens and sign-ins under way, found by the hash of what their holder
// has.
import type { Queryable } from '../../../io/db/database.ts';
import { hashToken } from '../../../io/secrets/token.ts';

export interface Artifact {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly consumedAt: Date | null;
}

export interface NewArtifact {
  readonly payload: object;
  /** A second name, for browser sessions. */
  readonly uid: string | null;
  /** The grant that it comes from and goes with. */
  readonly grantId: string | null;
  readonly userId: string | null;
  readonly expiresAt: Date;
}

export async function saveArtifact(db: Queryable, model: string, id: string, artifact: NewArtifact): Promise<void> {
  await db.query(
    `insert into oauth2_artifacts (model, id_hash, payload, uid, grant_id, user_id, expires_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7)
     on conflict (model, id_hash) do update set payload = excluded.payload, uid = excluded.uid,
       grant_id = excluded.grant_id, user_id = excluded.user_id, expires_at = excluded.expires_at`,
    [
      model,
      hashToken(id),
      JSON.stringify(artifact.payload),
      artifact.uid,
      artifact.grantId,
      artifact.userId,
      artifact.expiresAt,
    ],
  );
}

export async function findArtifact(db: Queryable, model: string, id: string): Promise<Artifact | null> {
  return one(
    await db.query<Row>('select payload, consumed_at from oauth2_artifacts where model = $1 and id_hash = $2', [
      model,
      hashToken(id),
    ]),
  );
}

export async function findArtifactByUid(db: Queryable, model: string, uid: string): Promise<Artifact | null> {
  return one(
    await db.query<Row>('select payload, consumed_at from oauth2_artifacts where model = $1 and uid = $2', [
      model,
      uid,
    ]),
  );
}

/** Marks it as used, once: false for whoever comes second, be it at the same moment. */
export async function consumeArtifact(db: Queryable, model: string, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    `update oauth2_artifacts set consumed_at = $3 where model = $1 and id_hash = $2 and consumed_at is null returning 1`,
    [model, hashToken(id), now],
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
 * Deletes an authorization code of this client that was offered wrongly; one that was used stays, to notice its reuse.
 */
export async function spoilCode(db: Queryable, code: string, clientId: string): Promise<void> {
  await db.query(
    `delete from oauth2_artifacts where model = 'AuthorizationCode' and id_hash = $1
       and payload ->> 'clientId' = $2 and consumed_at is null`,
    [hashToken(code), clientId],
  );
}

/** Deletes what expired before then, at most so many; answers how many. */
export async function deleteExpiredArtifacts(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from oauth2_artifacts where (model, id_hash) in (
       select model, id_hash from oauth2_artifacts where expires_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

interface Row {
  payload: Record<string, unknown>;
  consumed_at: Date | null;
}

function one(rows: Row[]): Artifact | null {
  return rows[0] ? { payload: rows[0].payload, consumedAt: rows[0].consumed_at } : null;
}
