// The webhook receivers of the guide keep each event once and in order, and reject requests that the service did not
// send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newWebhookSecret, signatureHeaders } from '../../src/io/outbound/webhook-signature.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { type GuideReceiver, startGuideReceiver } from '../rig/webhooks/guide-receivers.ts';
import { receiverPrograms } from '../rig/webhooks/receiver-programs.ts';

let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
/** Each receiver with its webhook. */
const stands: { receiver: GuideReceiver; webhook: Json; secret: string }[] = [];

before(async () => {
  database = await testDatabase();
  service = await startService({
    databaseUrl: database.url,
    config: { networks: {} },
    roles: 'api,worker',
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  merchant = await createMerchant(service);
  await Promise.all(
    receiverPrograms.map(async (program) => {
      // A receiver needs its secret to start, and the webhook needs the receiver's address.
      const place = await ok<Json>(merchant.appApi.post('/webhook', { url: 'https://shop.example/hooks' }));
      const receiver = await startGuideReceiver(program, place.secret);
      const webhook = await ok<Json>(merchant.api.put(`/webhook/${place.id}`, { url: receiver.url }));
      stands.push({ receiver, webhook, secret: place.secret });
    }),
  );
});
after(async () => {
  await Promise.all(stands.map(({ receiver }) => receiver.stop()));
  await service?.stop();
  await database?.drop();
});

async function makeInvoice(): Promise<string> {
  const body = { total: '10.00', currency: 'USD', order: { description: 'Tabs\tand\nlines, “Grüße”' } };
  return (await ok<Json>(merchant.appApi.post('/invoice', body))).id;
}

async function update(id: string, metadata: object): Promise<void> {
  await ok(merchant.appApi.put(`/invoice/${id}`, { metadata }));
}

const keptOf = ({ receiver }: (typeof stands)[number], invoice: string) =>
  receiver.inbox().filter((one) => one.invoice === invoice);

/** Waits until every receiver has kept exactly these sequence numbers of the invoice, in this order. */
async function keep(invoice: string, sequences: readonly number[]): Promise<void> {
  for (const stand of stands) {
    const shown = () => keptOf(stand, invoice).map(({ sequence }) => sequence);
    await until(
      async () => String(shown()) === String(sequences),
      () => `${stand.receiver.language} to keep ${sequences}; it has ${shown()}`,
    );
  }
}

const eventsOf = async (invoice: string): Promise<Json[]> =>
  (await ok<Json[]>(merchant.appApi.get('/events', { query: { limit: 100 } })))
    .filter((event) => event.invoice_id === invoice)
    .reverse();

/** Waits until each receiver has answered the event with this status this many times. */
async function answeredBy(eventId: string, status: number, times: number): Promise<void> {
  for (const { receiver } of stands) {
    const count = () => receiver.answered.filter((one) => one.id === eventId && one.status === status).length;
    await until(
      async () => count() === times,
      () => `${receiver.language} to answer ${status} ${times} times; so far ${JSON.stringify(receiver.answered)}`,
    );
  }
}

test('each receiver keeps real deliveries as they were sent, and a replay of them adds nothing', async () => {
  const invoice = await makeInvoice();
  await keep(invoice, [1]);
  await update(invoice, { order_id: '77' });
  await keep(invoice, [1, 2]);
  const events = await eventsOf(invoice);
  for (const stand of stands) {
    assert.deepEqual(
      keptOf(stand, invoice).map(({ id, body }) => ({ id, ...JSON.parse(body) })),
      events.map(({ invoice_id, ...event }) => event),
      stand.receiver.language,
    );
    const since = events[0]?.timestamp;
    await ok(merchant.appApi.post(`/webhook/${stand.webhook.id}/replay`, { since }));
  }
  for (const { id } of events) await answeredBy(id, 204, 2);
  await keep(invoice, [1, 2]);
});

test('M8-older-event: each receiver ignores an event that arrives after a newer one of the same invoice', async () => {
  const [invoice, other] = [await makeInvoice(), await makeInvoice()];
  await keep(invoice, [1]);
  await keep(other, [1]);
  for (const { receiver } of stands) receiver.outOfOrder(true);
  await update(invoice, { order_id: 'older' });
  const older = (await eventsOf(invoice)).at(-1) as Json;
  await answeredBy(older.id, 503, 1);
  for (const { receiver } of stands) receiver.outOfOrder(false);
  await update(invoice, { order_id: 'newer' });
  await update(other, { order_id: 'other' });
  await keep(invoice, [1, 3]);
  await answeredBy(older.id, 204, 1);
  await keep(invoice, [1, 3]);
  await keep(other, [1, 2]);
});

test('each receiver keeps events without an invoice, and deliveries signed with two secrets', async () => {
  for (const { receiver, webhook } of stands) {
    await ok(merchant.appApi.post(`/webhook/${webhook.id}/rotate-secret`, {}));
    const { event_id } = await ok<Json>(merchant.appApi.post(`/webhook/${webhook.id}/test`, {}));
    const kept = await until(
      async () => receiver.inbox().find(({ id }) => id === event_id) ?? null,
      () => `${receiver.language} to keep the test event: ${JSON.stringify(receiver.answered.slice(-3))}`,
    );
    assert.deepEqual([kept.invoice, kept.sequence], ['', null], receiver.language);
  }
});

const body = JSON.stringify({ type: 'invoice.paid', sequence: 9, data: { id: 'forged' } });
type Headers = Record<string, string>;

/** Requests that imitate deliveries: each must be rejected. */
function forgeries(secret: string): Record<string, { headers: Headers; body?: string }> {
  const signed = (at = new Date(), key = secret) => signatureHeaders('event-1', at, body, [key]) as Headers;
  const headers = signed();
  const signature = headers['webhook-signature'] as string;
  const shifted = (seconds: number) => signed(new Date(Date.now() + seconds * 1000));
  const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
  return {
    'no headers': { headers: {} },
    'without an id': { headers: without('webhook-id') },
    'without a time': { headers: without('webhook-timestamp') },
    'without a signature': { headers: without('webhook-signature') },
    'an empty signature': { headers: { ...headers, 'webhook-signature': '' } },
    'an empty version': { headers: { ...headers, 'webhook-signature': 'v1,' } },
    'another version': { headers: { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') } },
    'a cut signature': { headers: { ...headers, 'webhook-signature': signature.slice(0, -1) } },
    'no text': { headers: { ...headers, 'webhook-signature': 'v1,\xff\xfe' } },
    'another secret': { headers: signed(new Date(), newWebhookSecret()) },
    'another id': { headers: { ...headers, 'webhook-id': 'event-2' } },
    'an id with a tab': { headers: { ...headers, 'webhook-id': 'event-1\tforged' } },
    'another body': { headers, body: body.replace('9', '8') },
    'another time': { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
    'too old': { headers: shifted(-330) },
    'too far in the future': { headers: shifted(330) },
    'a time that is no number': { headers: { ...headers, 'webhook-timestamp': 'now' } },
    'a time in another notation': { headers: { ...headers, 'webhook-timestamp': '1e12' } },
  };
}

test('each receiver refuses whatever the service did not send, and takes one signature of several', async () => {
  await Promise.all(
    stands.map(async ({ receiver, secret }) => {
      const { language, url } = receiver;
      const before = receiver.inbox();
      const send = (headers: Headers, sent = body) =>
        fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent });
      for (const name of Object.keys(forgeries(secret))) {
        // Built just before it is sent, since a timestamp in the future becomes valid after some seconds.
        const { headers = {}, body: sent } = forgeries(secret)[name] ?? {};
        assert.equal((await send(headers, sent)).status, 400, `${language}: ${name}`);
      }
      assert.equal((await fetch(url)).status, 405, language);
      assert.deepEqual(receiver.inbox(), before, language);
      const headers = signatureHeaders('event-1', new Date(), body, [secret]) as Headers;
      const several = `v1,AAAA v1a,AAAA ${headers['webhook-signature']} v1,`;
      assert.equal((await send({ ...headers, 'webhook-signature': several })).status, 204, language);
      assert.equal(receiver.inbox().at(-1)?.invoice, 'forged', language);
    }),
  );
});

test('without a secret no receiver takes anything, also not what an empty key signs', async () => {
  await Promise.all(
    receiverPrograms.flatMap((program) =>
      ['', 'whsec_'].map(async (secret) => {
        const receiver = await startGuideReceiver(program, secret);
        try {
          const headers = signatureHeaders('event-1', new Date(), body, ['whsec_']) as Headers;
          const { status } = await fetch(receiver.url, { method: 'POST', headers, body });
          assert.ok(status >= 500, `${program.language}: ${status}`);
          assert.deepEqual(receiver.inbox(), []);
        } finally {
          await receiver.stop();
        }
      }),
    ),
  );
});
