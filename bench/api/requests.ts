// The requests of the API benchmark as raw HTTP.
import { randomBytes, randomUUID } from 'node:crypto';
import { signatureOf } from '../../src/features/dialects/shop-orders/field-signature.ts';
import type { BenchDoors } from './product-stand.ts';

/** An app token, with an Idempotency-Key on requests that create. Null sends neither, like a customer's browser. */
export type Credentials = { readonly token: string } | null;

export function createRequests(invoiceIds: readonly string[], credentials: Credentials): string[] {
  return invoiceIds.map((invoiceId) =>
    post('/api/transaction?v=1', paymentBody(invoiceId), [
      json,
      ...authorization(credentials),
      ...(credentials === null ? [] : [`Idempotency-Key: ${randomUUID()}`]),
    ]),
  );
}

/** Each has a different order reference, customer and item, like real orders of a shop. */
export function invoiceRequests(count: number, credentials: Credentials): string[] {
  return Array.from({ length: count }, () =>
    post('/api/invoice?v=1', invoiceBody(randomUUID()), [json, ...authorization(credentials)]),
  );
}

/** Orders through mapi.php. The customer chooses the coin. */
export function epayRequests(count: number, { epay: { pid, key } }: BenchDoors): string[] {
  return Array.from({ length: count }, () => {
    const fields = {
      ...{ pid, type: 'alipay', out_trade_no: randomUUID(), notify_url: 'https://shop.example/notify' },
      ...{ return_url: 'https://shop.example/thanks', name: 'Running shoes', money: '59.90', clientip: '192.0.2.1' },
    };
    const form = new URLSearchParams({ ...fields, sign: signatureOf(fields, key), sign_type: 'MD5' });
    return post('/epay/mapi.php', form.toString(), ['Content-Type: application/x-www-form-urlencoded']);
  });
}

/** Each makes an invoice and a payment in ETH. */
export function epusdtRequests(count: number, { epusdt: { path, token } }: BenchDoors): string[] {
  return Array.from({ length: count }, () => {
    const fields = {
      ...{ order_id: randomUUID(), notify_url: 'https://shop.example/notify', trade_type: 'eth.local' },
      ...{ redirect_url: 'https://shop.example/thanks', amount: '59.9' },
    };
    const body = JSON.stringify({ ...fields, amount: 59.9, signature: signatureOf(fields, token) });
    return post(`${path}/api/v1/order/create-transaction`, body, [json]);
  });
}

/** Orders of a Greenfield shop. */
export function greenfieldRequests(count: number, { greenfield: { storeId, token } }: BenchDoors): string[] {
  return Array.from({ length: count }, () => {
    const orderId = randomUUID();
    const body = JSON.stringify({
      amount: '59.90',
      currency: 'USD',
      metadata: { orderId, itemDesc: 'Running shoes', buyerEmail: 'ada@example.com', buyerName: 'Ada' },
      checkout: { redirectURL: 'https://shop.example/thanks' },
    });
    return post(`/api/v1/stores/${storeId}/invoices`, body, [json, `Authorization: token ${token}`]);
  });
}

/** Charges of a Coinbase Commerce shop. */
export function commerceRequests(count: number, { commerce: { token } }: BenchDoors): string[] {
  return Array.from({ length: count }, () => {
    const body = JSON.stringify({
      name: 'Running shoes',
      description: 'Size 42',
      pricing_type: 'fixed_price',
      local_price: { amount: '59.90', currency: 'USD' },
      metadata: { order_id: randomUUID() },
      redirect_url: 'https://shop.example/thanks',
    });
    return post('/commerce/charges', body, [json, `X-CC-Api-Key: ${token}`]);
  });
}

export function readRequests(ids: readonly string[], credentials: Credentials): string[] {
  return ids.map((id) => get(`/api/transaction/${id}?v=1`, authorization(credentials)));
}

export function floorInserts(count: number): string[] {
  return Array.from({ length: count }, () => post('/payment', paymentBody(randomUUID()), [json]));
}

export function floorSelects(ids: readonly string[]): string[] {
  return ids.map((id) => get(`/payment/${id}`, []));
}

const json = 'Content-Type: application/json';

/** Each customer pays from a different address. */
function paymentBody(invoiceId: string): string {
  const from = `0x${randomBytes(20).toString('hex')}`;
  return JSON.stringify({ invoice_id: invoiceId, from, cryptocurrency: 'ETH', network: 'local' });
}

function invoiceBody(reference: string): string {
  return JSON.stringify({
    total: '59.90',
    currency: 'USD',
    order: { reference, items: [{ name: 'Running shoes', quantity: 1, price: '59.90' }] },
    customer: { email: 'ada@example.com', name: 'Ada' },
    metadata: { cart: reference },
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
  });
}

function authorization(credentials: Credentials): string[] {
  return credentials === null ? [] : [`Authorization: Bearer ${credentials.token}`];
}

function get(path: string, headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: bench', ...headers, '', ''].join('\r\n');
}

function post(path: string, body: string, headers: readonly string[]): string {
  const own = ['Host: bench', `Content-Length: ${Buffer.byteLength(body)}`];
  return [`POST ${path} HTTP/1.1`, ...own, ...headers, '', body].join('\r\n');
}
