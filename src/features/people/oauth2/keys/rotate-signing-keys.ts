// New signing keys when the operator says so, and not when they are due.
import { makeSigningKey, signingAlgorithms } from '../../../../io/oidc/signing-keys.ts';
import type { Instance } from '../../../instance.ts';
import { deleteSigningKey, emitKeysChanged, insertSigningKey, lockSigningKeys, readSigningKeys } from './key-store.ts';
import { sealed } from './load-signing-keys.ts';

export interface Rotation {
  /** The names (kid) of the keys that sign from then on. */
  readonly made: readonly string[];
  readonly signsFrom: Date;
  /** The names of those before them. */
  readonly earlier: readonly string[];
}

/**
 * Publishes a new key of each algorithm at once, which signs after `delayMillis`. The earlier ones stay published while
 * what they signed is alive, unless they are to be forgotten: then nothing that they signed is believed any more.
 */
export async function rotateSigningKeys(
  instance: Pick<Instance, 'db' | 'vault' | 'clock'>,
  how: { readonly delayMillis: number; readonly forgetsEarlier: boolean },
): Promise<Rotation> {
  const now = instance.clock.now();
  const signsFrom = new Date(now.getTime() + how.delayMillis);
  const made = await Promise.all(signingAlgorithms.map((alg) => makeSigningKey(alg, now, signsFrom)));
  return instance.db.atomically(async (trx) => {
    await lockSigningKeys(trx);
    const earlier = await readSigningKeys(trx);
    if (how.forgetsEarlier) for (const { kid } of earlier) await deleteSigningKey(trx, kid);
    for (const key of made) await insertSigningKey(trx, sealed(instance, key));
    await emitKeysChanged(trx);
    return { made: made.map(({ kid }) => kid), signsFrom, earlier: earlier.map(({ kid }) => kid) };
  });
}
