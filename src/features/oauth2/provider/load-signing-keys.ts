// The instance's signing keys: made where they are due, sealed in the database, the same for all nodes.
import type { JWK } from 'oidc-provider';
import { algorithmsDue, makeSigningKey, publishedKeys, type SigningKey } from '../../../io/oidc/signing-keys.ts';
import type { Instance } from '../../instance.ts';
import { deleteSigningKey, insertSigningKey, lockSigningKeys, readSigningKeys, type SealedKey } from './key-store.ts';

/** The keys to publish, those that sign first; keys that are over are forgotten. */
export async function loadSigningKeys(instance: Pick<Instance, 'db' | 'vault' | 'clock'>): Promise<SigningKey[]> {
  const now = instance.clock.now();
  const open = (key: SealedKey): SigningKey => ({
    kid: key.kid,
    alg: key.alg,
    createdAt: key.createdAt,
    jwk: JSON.parse(instance.vault.open(key.sealed, contextOf(key.kid))) as JWK,
  });
  const kept = (await readSigningKeys(instance.db)).map(open);
  if (algorithmsDue(kept, now).length === 0 && publishedKeys(kept, now).length === kept.length) {
    return publishedKeys(kept, now);
  }
  // Made before the lock is taken: nobody waits for a prime number.
  const made = await Promise.all(algorithmsDue(kept, now).map((alg) => makeSigningKey(alg, now)));
  return instance.db.atomically(async (trx) => {
    await lockSigningKeys(trx);
    const keys = (await readSigningKeys(trx)).map(open);
    const due = algorithmsDue(keys, now);
    for (const key of made.filter(({ alg }) => due.includes(alg))) {
      const sealed = instance.vault.seal(JSON.stringify(key.jwk), contextOf(key.kid));
      await insertSigningKey(trx, { kid: key.kid, alg: key.alg, sealed, createdAt: key.createdAt });
      keys.push(key);
    }
    const published = publishedKeys(keys, now);
    for (const key of keys.filter((each) => !published.includes(each))) await deleteSigningKey(trx, key.kid);
    return published;
  });
}

function contextOf(kid: string): string {
  return `oauth2 signing key ${kid}`;
}
