// Verifies that a delivery comes from the service, by its signature after Standard Webhooks 1.0.0 over the raw bytes.
import type { WebhookEvent } from './generated/api.ts';

/** The delivery is not authentic. Respond with 400 and ignore it. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

export interface VerifyOptions {
  /** How far the delivery's time may be from ours, in seconds; the default is 300. */
  readonly tolerance?: number | undefined;
  /** The current time, for tests. */
  readonly now?: Date | undefined;
}

export interface VerifiedDelivery {
  /** The event's id. It is the same at every attempt, so store it and skip events that you have already seen. */
  readonly id: string;
  readonly event: WebhookEvent;
}

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** More signatures than any rotation needs. The limit bounds the work for one request. */
const mostSignatures = 10;

/**
 * `body` is the raw request body, not parsed and serialized again. `secret` is the endpoint's `whsec_…`, or several
 * during a rotation. Compares in constant time. Throws WebhookRefused, or TypeError for an invalid secret.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderBag,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<VerifiedDelivery> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature').split(' ');
  const now = (options.now ?? new Date()).getTime() / 1000;
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is not a time.');
  if (Math.abs(now - Number(timestamp)) > (options.tolerance ?? 300))
    throw new WebhookRefused('The delivery is too old, or one of the two clocks is wrong.');
  if (signatures.length > mostSignatures) throw new WebhookRefused('There are too many signatures.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0) throw new TypeError('A delivery cannot be verified without a secret.');
  let isGenuine = false;
  // All keys are tried, so that timing does not reveal which one matched.
  for (const key of await Promise.all(secrets.map(readKey))) {
    for (const signature of signatures) {
      const bytes = signature.startsWith('v1,') ? base64(signature.slice(3)) : null;
      if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) isGenuine = true;
    }
  }
  if (!isGenuine) throw new WebhookRefused('No signature matches: another secret was used, or the body was changed.');
  return { id, event: JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent };
}

function header(headers: HeaderBag, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : looseHeader(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`The header ${name} is missing.`);
  return value;
}

function looseHeader(headers: Exclude<HeaderBag, Headers>, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

async function readKey(secret: string) {
  const bytes = secret.startsWith('whsec_') ? base64(secret.slice('whsec_'.length)) : null;
  if (bytes === null || bytes.length < 16) throw new TypeError('A webhook secret is whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function base64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
