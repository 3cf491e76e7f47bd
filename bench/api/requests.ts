// The requests of the API benchmark, as they go over the wire.
import { randomBytes, randomUUID } from 'node:crypto';

/** An app token, and an Idempotency-Key on what creates; null: as a customer's browser asks, without either. */
export type Credentials = { readonly token: string } | null;

export function createRequests(invoiceIds: readonly string[], credentials: Credentials): string[] {
  return invoiceIds.map((invoiceId) =>
    post('/api/transaction?v=1', paymentBody(invoiceId), [
      ...authorization(credentials),
      ...(credentials === null ? [] : [`Idempotency-Key: ${randomUUID()}`]),
    ]),
  );
}

export function readRequests(ids: readonly string[], credentials: Credentials): string[] {
  return ids.map((id) => get(`/api/transaction/${id}?v=1`, authorization(credentials)));
}

export function floorInserts(count: number): string[] {
  return Array.from({ length: count }, () => post('/payment', paymentBody(randomUUID()), []));
}

export function floorSelects(ids: readonly string[]): string[] {
  return ids.map((id) => get(`/payment/${id}`, []));
}

/** Every customer pays from an address of their own. */
function paymentBody(invoiceId: string): string {
  const from = `0x${randomBytes(20).toString('hex')}`;
  return JSON.stringify({ invoice_id: invoiceId, from, cryptocurrency: 'ETH', network: 'local' });
}

function authorization(credentials: Credentials): string[] {
  return credentials === null ? [] : [`Authorization: Bearer ${credentials.token}`];
}

function get(path: string, headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: bench', ...headers, '', ''].join('\r\n');
}

function post(path: string, body: string, headers: readonly string[]): string {
  const own = ['Host: bench', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return [`POST ${path} HTTP/1.1`, ...own, ...headers, '', body].join('\r\n');
}
