// Rotates the signing keys on a command of the operator, ahead of the schedule.
import { makeSigningKey, signingAlgorithms } from '../../../../io/oidc/signing-keys.ts';
import type { Instance } from '../../../instance.ts';
import { deleteSigningKey, emitKeysChanged, insertSigningKey, lockSigningKeys, readSigningKeys } from './key-store.ts';
import { sealed } from './load-signing-keys.ts';

export interface Rotation {
  /** The ids (kid) of the new keys. */
  readonly made: readonly string[];
  readonly signsFrom: Date;
  /** The ids of the earlier keys. */
  readonly earlier: readonly string[];
}

/**
 * Publishes a new key of each algorithm, which signs after `delayMillis`. The earlier keys remain published until their
 * signatures expire. With `forgetsEarlier`, they are deleted at once, and their signatures are no longer accepted.
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
