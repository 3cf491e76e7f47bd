// The keys that sign ID tokens: made here, published before they sign, and kept until nothing signed with them is
// alive.
import { generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';

/** RS256 is what every relying party must know (OpenID Connect Core §15.1); ES256 is for those that ask for it. */
export const signingAlgorithms = ['RS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly jwk: JWK;
  readonly createdAt: Date;
  /** It is published before, so that relying parties know it by then. */
  readonly signsFrom: Date;
}

const dayMillis = 24 * 3_600_000;
/** A key gets a successor after this long. */
const successionMillis = 90 * dayMillis;
/** Which signs no earlier than this after it was published, so that relying parties have fetched it by then. */
const publicationMillis = dayMillis;
/** A key that signs no more stays published for this long: longer than an ID token lives. */
const afterlifeMillis = dayMillis;

export async function makeSigningKey(alg: SigningAlgorithm, createdAt: Date, signsFrom: Date): Promise<SigningKey> {
  const jwk = alg === 'RS256' ? await makeRsa() : await makeEc();
  // As in RFC 7638, so that a key's name says which key it is.
  const { crv, e, kty, n, x, y } = jwk;
  const kid = hash('sha256', JSON.stringify(alg === 'RS256' ? { e, kty, n } : { crv, kty, x, y }), 'base64url');
  return { kid, alg, createdAt, signsFrom, jwk: { ...jwk, kid, alg, use: 'sig' } };
}

/** The algorithms that need a new key now. */
export function algorithmsDue(keys: readonly SigningKey[], now: Date): SigningAlgorithm[] {
  return signingAlgorithms.filter((alg) => {
    const newest = Math.max(...keys.filter((key) => key.alg === alg).map((key) => key.createdAt.getTime()));
    return now.getTime() - newest >= successionMillis;
  });
}

/** When a key that is made now signs by routine: the very first one at once, since nobody has fetched anything yet. */
export function firstUse(keys: readonly SigningKey[], alg: SigningAlgorithm, now: Date): Date {
  return keys.some((key) => key.alg === alg) ? new Date(now.getTime() + publicationMillis) : now;
}

/** The keys to publish, those that sign first. Any key not among them is to be forgotten. */
export function publishedKeys(keys: readonly SigningKey[], now: Date): SigningKey[] {
  return signingAlgorithms.flatMap((alg) => {
    const sorted = keys
      .filter((key) => key.alg === alg)
      .sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime() || (a.kid < b.kid ? -1 : 1));
    // Where all are still to come, the earliest signs: something must.
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
