// Asks the service by itself what is to be paid, checks its signature, and compares that with what the frame shows.
import { addressChecksum } from '../../src/core/payment/address-check.ts';

export interface ShownAddress {
  /** Where the instance is, with a slash at the end. */
  readonly base: string;
  readonly invoiceId: string;
  readonly transactionId: string;
  /** As the frame tells it. */
  readonly checksum: string;
  /** The thumbprint of the one key that is believed; null for the one that the instance has today. */
  readonly key: string | null;
}

/** none: nothing is asked any more. unknown: it could not be asked, or this browser cannot check signatures here. */
export type AddressFinding =
  | { readonly check: 'agrees'; readonly checksum: string; readonly to: string; readonly network: string }
  | { readonly check: 'differs' | 'unknown' | 'none' };

export async function checkAddress(shown: ShownAddress): Promise<AddressFinding> {
  const ask = async (path: string, more = ''): Promise<Asked> => {
    const answer = await fetch(`${shown.base}api/${path}?v=1${more}`, { credentials: 'omit', cache: 'no-store' });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()) as Asked;
  };
  try {
    const transaction = await ask(`transaction/${encodeURIComponent(shown.transactionId)}`, '&signed=true');
    if (transaction.invoice_id !== shown.invoiceId) return { check: 'differs' };
    if (transaction.address_signature === undefined) {
      return { check: transaction.hash === null && transaction.status === 'processing' ? 'differs' : 'none' };
    }
    if (globalThis.crypto?.subtle === undefined) return { check: 'unknown' };
    const key = (await ask('address-key')) as unknown as Jwk;
    return await judged(shown, transaction, key);
  } catch {
    return { check: 'unknown' };
  }
}

async function judged(shown: ShownAddress, transaction: Asked, key: Jwk): Promise<AddressFinding> {
  if (shown.key !== null && shown.key !== (await thumbprint(key))) return { check: 'differs' };
  const claims = await verified(transaction.address_signature ?? '', key);
  if (claims === null || claims.transaction_id !== shown.transactionId) return { check: 'differs' };
  const { to, network, cryptocurrency, amount } = claims;
  const checksum = addressChecksum({ transactionId: shown.transactionId, to, network, cryptocurrency, amount });
  if (checksum !== shown.checksum) return { check: 'differs' };
  return { check: 'agrees', checksum, to, network: transaction.network.name };
}

/** What was signed; null where another key signed it, or it was changed since. */
async function verified(jws: string, key: Jwk): Promise<Claims | null> {
  const [head = '', payload = '', signature = ''] = jws.split('.');
  const { kty, crv, x, y } = key;
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const made = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify']);
  const message = new TextEncoder().encode(`${head}.${payload}`);
  const holds = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, made, bytesOf(signature), message);
  return holds ? (JSON.parse(new TextDecoder().decode(bytesOf(payload))) as Claims) : null;
}

/** Of a public key: https://www.rfc-editor.org/rfc/rfc7638 */
async function thumbprint({ crv, kty, x, y }: Jwk): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ crv, kty, x, y })));
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

interface Asked {
  readonly invoice_id: string;
  readonly status: string;
  readonly hash: string | null;
  readonly network: { readonly name: string };
  readonly address_signature?: string;
}

interface Jwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

interface Claims {
  readonly transaction_id: string;
  readonly to: string;
  readonly network: string;
  readonly cryptocurrency: string;
  readonly amount: string;
}
