// A shop on one page with Express: a product, a button to buy it, and an order that a webhook marks as paid.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const port = Number(process.env.PORT ?? 4000);
const shopUrl = process.env.SHOP_URL ?? `http://localhost:${port}`;
const product = { name: 'Brass bicycle bell', price: '25.00', currency: 'USD' };
const webhook = new Webhook(setting('WEBHOOK_SECRET'));
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const db = new DatabaseSync(process.env.SHOP_DATABASE ?? 'shop.db');
db.exec(`create table if not exists orders (id text primary key, status text not null, sequence integer not null);
         create table if not exists events (id text primary key)`);

/** The page names the order, so that a second press of the button buys nothing twice. */
function productPage(_: IncomingMessage, response: ServerResponse): void {
  page(
    response,
    `<h1>${product.name}</h1><p>${product.price} ${product.currency}</p>
     <form method="post" action="/buy"><input type="hidden" name="order" value="${randomUUID()}">
     <button>Buy</button></form>`,
  );
}

async function buy(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const order = new URLSearchParams(String(await readBody(request))).get('order') ?? '';
  if (!uuid.test(order)) return void response.writeHead(400).end();
  db.prepare(`insert into orders values (?, 'open', 0) on conflict do nothing`).run(order);
  // The same order always makes the same request, so a repeat gets the same invoice.
  const answer = await fetch(`${setting('QUITTANCE_URL')}/api/invoice?v=1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${setting('QUITTANCE_TOKEN')}`,
      'content-type': 'application/json',
      'idempotency-key': order,
    },
    body: JSON.stringify({
      total: product.price,
      currency: product.currency,
      order: { reference: order, description: product.name },
      success_url: `${shopUrl}/thanks?order=${order}`,
      cancel_url: shopUrl,
    }),
  });
  if (!answer.ok) throw new Error(`No invoice: ${answer.status} ${await answer.text()}`);
  const { checkout_url } = (await answer.json()) as { checkout_url: string };
  response.writeHead(303, { location: checkout_url }).end();
}

/** Reads the body as it came. No body parser may run before this route. */
async function receiveWebhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const headers = request.headers as Record<string, string>;
  let event: WebhookEvent;
  try {
    event = webhook.verify(body, headers) as WebhookEvent;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return void response.writeHead(400).end();
    throw error;
  }
  if (event.type.startsWith('invoice.')) record(headers['webhook-id'] as string, event);
  response.writeHead(204).end();
}

/** In one transaction: an event counts once, and an older one changes nothing. */
function record(id: string, { sequence, data }: WebhookEvent): void {
  const { reference } = data.order;
  db.exec('begin immediate');
  try {
    const isNew = db.prepare('insert into events values (?) on conflict do nothing').run(id).changes === 1;
    const update = db.prepare('update orders set status = ?, sequence = ? where id = ? and sequence < ?');
    const hasChanged = isNew && update.run(data.status, sequence, reference, sequence).changes === 1;
    db.exec('commit');
    // After an order is paid, and never before, the goods are sent.
    if (hasChanged) console.log(`Order ${reference} is ${data.status}`);
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

interface WebhookEvent {
  readonly type: string;
  /** Numbers the events of one invoice. */
  readonly sequence: number;
  readonly data: { readonly status: string; readonly order: { readonly reference: string | null } };
}

function thanksPage(request: IncomingMessage, response: ServerResponse): void {
  const id = new URL(request.url ?? '/', shopUrl).searchParams.get('order') ?? '';
  const order = db.prepare('select status from orders where id = ?').get(id);
  if (order === undefined) return void response.writeHead(404).end();
  page(response, `<h1>Thank you</h1><p>Your order is <strong>${order.status}</strong>.</p>`);
}

function page(response: ServerResponse, body: string): void {
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${product.name}</title>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(head + body);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > 1024 * 1024) throw new Error('The body is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

const app = express();
app.get('/', productPage);
app.post('/buy', buy);
app.post('/hooks/quittance', receiveWebhook);
app.get('/thanks', thanksPage);
app.listen(port, '127.0.0.1', () => console.log(`The shop is open at ${shopUrl}`));
