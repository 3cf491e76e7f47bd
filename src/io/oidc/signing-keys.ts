// The keys that sign ID tokens. They are published before they sign, and kept until their last signature expires.
import { generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';

/** Every relying party must support RS256 (OpenID Connect Core §15.1). ES256 is for clients that request it. */
export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly jwk: JWK;
  readonly createdAt: Date;
  /** The key is published earlier, so that relying parties have it by then. */
  readonly signsFrom: Date;
}

const dayMillis = 24 * 3_600_000;
/** A key gets a successor after this time. */
const successionMillis = 90 * dayMillis;
/** A successor signs this long after its publication at the earliest, so that relying parties have fetched it. */
const publicationMillis = dayMillis;
/** A retired key remains published for this time, which is longer than the lifetime of an ID token. */
const afterlifeMillis = dayMillis;

export async function makeSigningKey(alg: SigningAlgorithm, createdAt: Date, signsFrom: Date): Promise<SigningKey> {
  const jwk = alg === 'RS256' ? await makeRsa() : await makeEc();
  // The thumbprint of RFC 7638, so that the name identifies the key.
  const { crv, e, kty, n, x, y } = jwk;
  const kid = hash('sha256', JSON.stringify(alg === 'RS256' ? { e, kty, n } : { crv, kty, x, y }), 'base64url');
  return { kid, alg, createdAt, signsFrom, jwk: { ...jwk, kid, alg, use: 'sig' } };
}

/** Returns the algorithms that need a new key now. */
export function algorithmsDue(keys: readonly SigningKey[], now: Date): SigningAlgorithm[] {
  return signingAlgorithms.filter((alg) => {
    const newest = Math.max(...keys.filter((key) => key.alg === alg).map((key) => key.createdAt.getTime()));
    return now.getTime() - newest >= successionMillis;
  });
}

/**
 * Returns when a key created now starts to sign. The very first key signs at once, because no relying party has fetched
 * keys yet.
 */
export function firstUse(keys: readonly SigningKey[], alg: SigningAlgorithm, now: Date): Date {
  return keys.some((key) => key.alg === alg) ? new Date(now.getTime() + publicationMillis) : now;
}

/** Returns the keys to publish, the current signing keys first. All other keys are to be deleted. */
export function publishedKeys(keys: readonly SigningKey[], now: Date): SigningKey[] {
  return signingAlgorithms.flatMap((alg) => {
    const sorted = keys
      .filter((key) => key.alg === alg)
      .sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime() || (a.kid < b.kid ? -1 : 1));
    // If all keys start in the future, the earliest one signs, because a signing key is always required.
    const current = sorted.find((key) => key.signsFrom <= now) ?? sorted.at(-1);
    if (current === undefined) return [];
    const upcoming = sorted.slice(0, sorted.indexOf(current));
    const retired = sorted
      .slice(sorted.indexOf(current) + 1)
      .filter(() => now.getTime() - current.signsFrom.getTime() < afterlifeMillis);
    return [current, ...upcoming, ...retired];
  });
}

const generate = promisify(generateKeyPair);

async function makeRsa(): Promise<JWK> {
  return asJwk((await generate('rsa', { modulusLength: 2048 })).privateKey);
}

async function makeEc(): Promise<JWK> {
  return asJwk((await generate('ec', { namedCurve: 'P-256' })).privateKey);
}

function asJwk(key: KeyObject): JWK {
  return key.export({ format: 'jwk' }) as JWK;
}
