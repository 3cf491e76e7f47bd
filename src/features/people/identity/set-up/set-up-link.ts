// The link that creates the first account of an instance. Only a person with access to the machine can read it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instance } from '../../../instance.ts';
import { extendSetUpLink, findSetUpLink, hasPerson, type SetUpLink } from './set-up-store.ts';

type Parts = Pick<Instance, 'db' | 'vault' | 'clock' | 'newSecretId' | 'publicUrl'>;

const lifetimeMillis = 24 * 3600_000;

/**
 * Returns the set-up link, valid for 24 hours from now. Returns null if an account exists. All processes of an instance
 * return the same link until it expires.
 */
export async function renewSetUpLink(instance: Parts): Promise<string | null> {
  const { db, clock, publicUrl } = instance;
  if (await hasPerson(db)) return null;
  const now = clock.now();
  const fresh = { seed: instance.newSecretId(), expiresAt: new Date(now.getTime() + lifetimeMillis) };
  const { seed } = await extendSetUpLink(db, fresh, now);
  return `${publicUrl}/set-up?code=${codeOf(instance, seed)}`;
}

/** `taken`: an account exists. `expired`: the code was right, but too late. */
export type SetUpVerdict = 'valid' | 'taken' | 'expired' | 'wrong';

export async function judgeCode(
  instance: Pick<Parts, 'db' | 'vault' | 'clock'>,
  code: string,
): Promise<{ readonly verdict: SetUpVerdict; readonly link: SetUpLink | null }> {
  if (await hasPerson(instance.db)) return { verdict: 'taken', link: null };
  const link = await findSetUpLink(instance.db);
  if (link === null || !isEqual(code, codeOf(instance, link.seed))) return { verdict: 'wrong', link };
  return { verdict: link.expiresAt > instance.clock.now() ? 'valid' : 'expired', link };
}

/**
 * 256 bits. The code depends on the instance's key, so the database alone neither reveals a valid code nor allows a
 * forged one.
 */
function codeOf({ vault }: Pick<Parts, 'vault'>, seed: string): string {
  return createHmac('sha256', vault.keyFor('set-up link')).update(seed).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
