// Signs a webhook after Standard Webhooks 1.0.0, so that any of its verifiers accepts it.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A fresh signing secret: 32 random bytes in base64 behind `whsec_`. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/**
 * The headers that sign one attempt. `id` is the event's; `at` is when this attempt is made, which verifiers compare
 * with their clock. One `v1` signature (HMAC-SHA256 of `id.seconds.body`) per secret: two while a secret is being
 * rotated.
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
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, signed)}`).join(' '),
  };
}

function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
