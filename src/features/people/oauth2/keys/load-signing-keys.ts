// Loads the instance's signing keys, and creates those that are due. All nodes share them, sealed in the database.
import type { JWK } from 'oidc-provider';
import {
  algorithmsDue,
  firstUse,
  makeSigningKey,
  publishedKeys,
  type SigningKey,
} from '../../../../io/oidc/signing-keys.ts';
import type { Instance } from '../../../instance.ts';
import { deleteSigningKey, insertSigningKey, lockSigningKeys, readSigningKeys, type SealedKey } from './key-store.ts';

type Dependencies = Pick<Instance, 'db' | 'vault' | 'clock'>;

/** Returns the keys to publish, the current signing keys first. Deletes expired keys. */
export async function loadSigningKeys(instance: Dependencies): Promise<SigningKey[]> {
  const now = instance.clock.now();
  const kept = (await readSigningKeys(instance.db)).map((key) => opened(instance, key));
  if (algorithmsDue(kept, now).length === 0 && publishedKeys(kept, now).length === kept.length) {
    return publishedKeys(kept, now);
  }
  // Keys are generated before the lock is taken, because this can take long.
  const made = await Promise.all(
    algorithmsDue(kept, now).map((alg) => makeSigningKey(alg, now, firstUse(kept, alg, now))),
  );
  return instance.db.atomically(async (trx) => {
    await lockSigningKeys(trx);
    const keys = (await readSigningKeys(trx)).map((key) => opened(instance, key));
    const due = algorithmsDue(keys, now);
    for (const key of made.filter(({ alg }) => due.includes(alg))) {
      await insertSigningKey(trx, sealed(instance, key));
      keys.push(key);
    }
    const published = publishedKeys(keys, now);
    for (const key of keys.filter((each) => !published.includes(each))) await deleteSigningKey(trx, key.kid);
    return published;
  });
}

/** Returns the key in its stored form. */
export function sealed({ vault }: Pick<Instance, 'vault'>, { jwk, ...key }: SigningKey): SealedKey {
  return { ...key, sealed: vault.seal(JSON.stringify(jwk), signingKeyContext(key.kid)) };
}

function opened({ vault }: Dependencies, { sealed: bytes, ...key }: SealedKey): SigningKey {
  return { ...key, jwk: JSON.parse(vault.open(bytes, signingKeyContext(key.kid))) as JWK };
}

export function signingKeyContext(kid: string): string {
  return `oauth2 signing key ${kid}`;
}
