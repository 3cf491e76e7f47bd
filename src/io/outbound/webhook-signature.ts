// Signs webhooks according to Standard Webhooks 1.0.0, so that any of its verifiers accepts them.
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const prefix = 'whsec_';
const privatePrefix = 'whsk_';

/** v1: HMAC-SHA256 with a shared secret. v1a: Ed25519, verified with a public key. */
export type SignatureScheme = 'v1' | 'v1a';

export interface SigningKey {
  /** The signing secret: `whsec_…` for v1, `whsk_…` (seed and public key, 64 bytes) for v1a. */
  readonly secret: string;
  /** `whpk_…`, 32 bytes. Null for v1. */
  readonly publicKey: string | null;
}

export function newSigningKey(scheme: SignatureScheme): SigningKey {
  if (scheme === 'v1') return { secret: newWebhookSecret(), publicKey: null };
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, key] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  return {
    secret: privatePrefix + Buffer.concat([seed, key]).toString('base64'),
    publicKey: `whpk_${key.toString('base64')}`,
  };
}

/** Returns a new signing secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/**
 * Returns the signature headers of one attempt. `id` is the event's id. `at` is the time of this attempt, which
 * verifiers compare with their clock. Each secret gives one signature of `id.seconds.body`, so there are two during a
 * rotation. The prefix of a secret selects the scheme: `whsec_` for v1, `whsk_` for v1a.
 */
export function signatureHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${seconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  };
}

function signatureOf(secret: string, text: string): string {
  if (!secret.startsWith(privatePrefix)) return `v1,${hmac(secret, text)}`;
  const bytes = Buffer.from(secret.slice(privatePrefix.length), 'base64');
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) }, format: 'jwk' });
  return `v1a,${sign(null, Buffer.from(text), key).toString('base64')}`;
}

function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
