// All SQL of the table oauth2_signing_keys.
import type { Queryable } from '../../../../io/db/database.ts';
import { bytes, named, oneOf, type RowOf, rowType, text, time } from '../../../../io/db/row-type.ts';
import type { SigningAlgorithm } from '../../../../io/oidc/signing-keys.ts';

const key = rowType({
  kid: text,
  alg: oneOf<SigningAlgorithm>(),
  sealed: named('jwk_sealed', bytes),
  createdAt: time,
  signsFrom: time,
});
export type SealedKey = RowOf<typeof key>;

/** Serializes nodes that start at the same time, until the commit. */
export async function lockSigningKeys(trx: Queryable): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtext('quittance signing keys'))`);
}

export async function readSigningKeys(db: Queryable): Promise<SealedKey[]> {
  return key.all(await db.query(`select ${key.columns} from oauth2_signing_keys order by signs_from desc, kid`));
}

export async function insertSigningKey(db: Queryable, added: SealedKey): Promise<void> {
  await db.query(`insert into oauth2_signing_keys (${key.written}) values (${key.placeholders})`, key.values(added));
}

export async function deleteSigningKey(db: Queryable, kid: string): Promise<void> {
  await db.query('delete from oauth2_signing_keys where kid = $1', [kid]);
}

/** Notifies every node of a key change, so that none signs with or publishes keys that it read before. */
export const keysChannel = 'quittance_signing_keys';

export async function emitKeysChanged(trx: Queryable): Promise<void> {
  await trx.query('select pg_notify($1, $2)', [keysChannel, '']);
}
