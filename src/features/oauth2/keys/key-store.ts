// All SQL of the table oauth2_signing_keys.
import type { Queryable } from '../../../io/db/database.ts';
import type { SigningAlgorithm } from '../../../io/oidc/signing-keys.ts';

export interface SealedKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly sealed: Buffer;
  readonly createdAt: Date;
  readonly signsFrom: Date;
}

/** Makes nodes that start together take turns, until the commit. */
export async function lockSigningKeys(trx: Queryable): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtext('quittance signing keys'))`);
}

export async function readSigningKeys(db: Queryable): Promise<SealedKey[]> {
  const rows = await db.query<{
    kid: string;
    alg: SigningAlgorithm;
    jwk_sealed: Buffer;
    created_at: Date;
    signs_from: Date;
  }>('select kid, alg, jwk_sealed, created_at, signs_from from oauth2_signing_keys order by signs_from desc, kid');
  return rows.map((row) => ({
    kid: row.kid,
    alg: row.alg,
    sealed: row.jwk_sealed,
    createdAt: row.created_at,
    signsFrom: row.signs_from,
  }));
}

export async function insertSigningKey(db: Queryable, key: SealedKey): Promise<void> {
  await db.query(
    'insert into oauth2_signing_keys (kid, alg, jwk_sealed, created_at, signs_from) values ($1, $2, $3, $4, $5)',
    [key.kid, key.alg, key.sealed, key.createdAt, key.signsFrom],
  );
}

export async function deleteSigningKey(db: Queryable, kid: string): Promise<void> {
  await db.query('delete from oauth2_signing_keys where kid = $1', [kid]);
}

/** Every node listens here, so that none goes on signing with, or publishing, what it had read before. */
export const keysChannel = 'quittance_signing_keys';

export async function tellKeysChanged(trx: Queryable): Promise<void> {
  await trx.query('select pg_notify($1, $2)', [keysChannel, '']);
}
