// A customer of an example shop, who opens its page, presses the button and returns, and a sender of forged deliveries.
import { randomUUID } from 'node:crypto';
import { newWebhookSecret, signatureHeaders } from '../../../src/io/outbound/webhook-signature.ts';
import type { RunningShop } from './example-shops.ts';

export interface Visit {
  /** The text of the product page, without its title and scripts. */
  readonly text: string;
  /** The id of the order in the form. */
  readonly order: string;
  /** Presses the button. Returns the status, and the URL of the redirect, or null. */
  press(order?: string): Promise<{ status: number; location: string | null }>;
}

/** Opens the product page, and keeps the cookies and hidden fields of its form. */
export async function visit({ url }: RunningShop): Promise<Visit> {
  const response = await fetch(`${url}/`);
  const html = await response.text();
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const hidden = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
  const order = hidden.order ?? '';
  return {
    text: plain(html),
    order,
    async press(named = order) {
      const body = new URLSearchParams({ ...hidden, order: named });
      const init: RequestInit = { method: 'POST', body, headers: { cookie, origin: url }, redirect: 'manual' };
      const { status, headers } = await fetch(`${url}/buy`, init);
      return { status, location: headers.get('location') };
    },
  };
}

/** The text of the page that a customer sees after the checkout. */
export async function thanksText({ url }: RunningShop, order: string): Promise<string> {
  return plain(await (await fetch(`${url}/thanks?order=${order}`)).text());
}

export interface Delivery {
  readonly id?: string;
  readonly order: string;
  readonly status: string;
  readonly sequence: number;
}

/** Posts a delivery that is signed with the secret of the shop's webhook. Returns the response's status. */
export function deliver(shop: RunningShop, delivery: Delivery): Promise<number> {
  return post(shop, bodyOf(delivery), { id: delivery.id ?? randomUUID(), secret: shop.secret });
}

/** Posts forged deliveries. Returns the status of each response, by the fault. */
export async function forge(shop: RunningShop, delivery: Delivery): Promise<Record<string, number>> {
  const [body, id] = [bodyOf(delivery), randomUUID()];
  const signed = { id, secret: shop.secret };
  return {
    'another secret': await post(shop, body, { id, secret: newWebhookSecret() }),
    'another body': await post(shop, body, signed, { sent: body.replace('paid', 'open') }),
    'written anew': await post(shop, body, signed, { sent: JSON.stringify(JSON.parse(body), null, 1) }),
    'an old time': await post(shop, body, signed, { at: new Date(Date.now() - 330_000) }),
    'no signature': await post(shop, body, null),
  };
}

interface Signed {
  readonly id: string;
  readonly secret: string;
}

async function post(
  { url }: RunningShop,
  body: string,
  signed: Signed | null,
  { sent = body, at = new Date() }: { readonly sent?: string; readonly at?: Date } = {},
): Promise<number> {
  const signature = signed === null ? {} : signatureHeaders(signed.id, at, body, [signed.secret]);
  const headers = { 'content-type': 'application/json', ...(signature as Record<string, string>) };
  return (await fetch(`${url}/hooks/quittance`, { method: 'POST', headers, body: sent })).status;
}

function bodyOf({ order, status, sequence }: Delivery): string {
  const data = { status, order: { reference: order } };
  return JSON.stringify({ type: `invoice.${status}`, timestamp: new Date().toISOString(), sequence, data });
}

function plain(html: string): string {
  const body = html.replaceAll(/<(?:script|title)\b[\s\S]*?<\/(?:script|title)>/g, ' ');
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
