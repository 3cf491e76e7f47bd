// Signs a webhook after Standard Webhooks 1.0.0, so that any of its verifiers accepts it.
import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const prefix = 'whsec_';
const privatePrefix = 'whsk_';

/** v1: HMAC-SHA256 with a secret that both sides know. v1a: Ed25519, verified with a public key. */
export type SignatureScheme = 'v1' | 'v1a';

export interface SigningKey {
  /** Signs: `whsec_…` for v1, `whsk_…` (seed and public key, 64 bytes) for v1a. */
  readonly secret: string;
  /** `whpk_…`, 32 bytes; null for v1. */
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

/** A fresh signing secret: 32 random bytes in base64 behind `whsec_`. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/**
 * The headers that sign one attempt. `id` is the event's; `at` is when this attempt is made, which verifiers compare
 * with their clock. One signature of `id.seconds.body` per secret: two while a secret is being rotated. What a secret
 * begins with says how it signs: `whsec_` v1, `whsk_` v1a.
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
