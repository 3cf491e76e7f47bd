// The keys that sign ID tokens: made here, published before they sign, and kept until nothing signed with them is alive.
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
}

const dayMillis = 24 * 3_600_000;
/** A key gets a successor after this long. */
const successionMillis = 90 * dayMillis;
/** And signs no earlier than this after it was published, so that relying parties have fetched it by then. */
const publicationMillis = dayMillis;
/** A key that signs no more stays published for this long: longer than an ID token lives. */
const afterlifeMillis = dayMillis;

export async function makeSigningKey(alg: SigningAlgorithm, createdAt: Date): Promise<SigningKey> {
  const jwk = alg === 'RS256' ? await makeRsa() : await makeEc();
  // As in RFC 7638, so that a key's name says which key it is.
  const { crv, e, kty, n, x, y } = jwk;
  const kid = hash('sha256', JSON.stringify(alg === 'RS256' ? { e, kty, n } : { crv, kty, x, y }), 'base64url');
  return { kid, alg, createdAt, jwk: { ...jwk, kid, alg, use: 'sig' } };
}

/** The algorithms that need a new key now. */
export function algorithmsDue(keys: readonly SigningKey[], now: Date): SigningAlgorithm[] {
  return signingAlgorithms.filter((alg) => {
    const newest = newestFirst(keys, alg)[0];
    return newest === undefined || now.getTime() - newest.createdAt.getTime() >= successionMillis;
  });
}

/** The keys to publish, those that sign first. Any key not among them is to be forgotten. */
export function publishedKeys(keys: readonly SigningKey[], now: Date): SigningKey[] {
  return signingAlgorithms.flatMap((alg) => {
    const sorted = newestFirst(keys, alg);
    const known = sorted.filter((key) => now.getTime() - key.createdAt.getTime() >= publicationMillis);
    // At the very first start nothing is older, and nobody has fetched anything yet.
    const current = known[0] ?? sorted.at(-1);
    if (current === undefined) return [];
    const upcoming = sorted.slice(0, sorted.indexOf(current));
    const retired = sorted
      .slice(sorted.indexOf(current) + 1)
      .filter(() => now.getTime() - current.createdAt.getTime() < publicationMillis + afterlifeMillis);
    return [current, ...upcoming, ...retired];
  });
}

function newestFirst(keys: readonly SigningKey[], alg: SigningAlgorithm): SigningKey[] {
  return keys.filter((key) => key.alg === alg).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
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
