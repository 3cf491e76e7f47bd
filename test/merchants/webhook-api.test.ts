// The webhooks API: secrets are shown once, private addresses are refused, and endpoints of others are hidden.
import assert from 'node:assert/strict';
import { createPublicKey, randomUUID, verify as verifyBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { type Currency, currencyOf } from '../../src/core/money/currency.ts';
import { Problem } from '../../src/core/problem.ts';
import { addWebhook } from '../../src/features/events/webhooks/acts/add-webhook.ts';
import type { Instance } from '../../src/features/instance.ts';
import { cancelInvoice } from '../../src/features/money/invoices/acts/cancel-invoice.ts';
import { makeInvoice } from '../../src/features/money/invoices/acts/make-invoice.ts';
import { settleInvoice } from '../../src/features/money/invoices/acts/settle-invoice.ts';
import { addApp } from '../../src/features/people/apps/acts/add-app.ts';
import type { Queryable } from '../../src/io/db/database.ts';
import { newId } from '../../src/io/new-id.ts';
import { until } from '../rig/client.ts';
import { startReceiver, verify } from '../rig/receiver.ts';
import { insertSignedEvent } from '../rig/webhooks/signed-event.ts';
import { startWebhookApi } from '../rig/webhooks/webhook-api.ts';

const api = await startWebhookApi();
after(api.close);
const { rig, receiver, instance, call, add, server, follow } = api;

test('a secret is answered when it is made and never again', async () => {
  const made = await add({ events: ['invoice.paid'], description: 'Orders' });
  assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret, ...rest } = made;
  const { body: list } = await call('GET', `/webhooks?app_id=${rig.appId}`);
  assert.deepEqual(list[0], rest);
  const { body: changed } = await call('PUT', `/webhook/${made.id}`, { events: null });
  assert.deepEqual([changed.events, changed.description, 'secret' in changed], [null, 'Orders', false]);
  const [row] = await instance.db.query<{ text: string }>('select w::text as text from webhooks w where id = $1', [
    made.id,
  ]);
  assert.ok(!row?.text.includes(secret));
  assert.notEqual((await add()).secret, secret);
});

test('the same Idempotency-Key makes one endpoint, and answers its secret again', async () => {
  const key = randomUUID();
  const first = await call('POST', '/webhook', { url: receiver.url }, { key });
  const again = await call('POST', '/webhook', { url: receiver.url }, { key });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotency-replayed'], 'true');
});

test('W1-webhook-url: a URL without a public address is refused, in a new and in a changed endpoint', async () => {
  const { id } = await add();
  for (const url of [
    'http://10.0.0.1/',
    'http://0xa9fea9fe/',
    'http://[::1]/',
    'ftp://shop.example/',
    'https://a:b@shop.example/',
    'http://shop.example:22/',
  ]) {
    for (const answer of [await call('POST', '/webhook', { url }), await call('PUT', `/webhook/${id}`, { url })]) {
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.errors?.[0]?.field],
        [422, 'validation_failed', 'url'],
        url,
      );
    }
  }
});

test('an unknown event type or property is refused', async () => {
  for (const fields of [
    { events: ['invoice.exploded'] },
    { events: ['webhook.test'] },
    { events: [] },
    { secret: 'mine' },
  ]) {
    assert.equal(
      (await call('POST', '/webhook', { url: receiver.url, ...fields })).status,
      422,
      JSON.stringify(fields),
    );
  }
});

test("another's endpoint is not found, whatever is done with it", async () => {
  const { id } = await add();
  const [delivery] = [(await call('POST', `/webhook/${id}/test`)).body];
  for (const answer of [
    await call('GET', `/webhooks?app_id=${rig.appId}`, undefined, { as: 'stranger' }),
    await call('GET', `/events?app_id=${rig.appId}`, undefined, { as: 'stranger' }),
    await call('POST', '/webhook', { app_id: rig.appId, url: receiver.url }, { as: 'stranger' }),
    await call('PUT', `/webhook/${id}`, { enabled: false }, { as: 'stranger' }),
    await call('DELETE', `/webhook/${id}`, undefined, { as: 'stranger' }),
    await call('POST', `/webhook/${id}/rotate-secret`, undefined, { as: 'stranger' }),
    await call('POST', `/webhook/${id}/test`, undefined, { as: 'stranger' }),
    await call('GET', `/webhook/${id}/deliveries`, undefined, { as: 'stranger' }),
    await call('POST', `/webhook-delivery/${delivery.id}/redeliver`, undefined, { as: 'stranger' }),
    await call('GET', '/webhook/no-uuid/deliveries'),
    await call('POST', '/webhook-delivery/no-uuid/redeliver'),
  ]) {
    assert.equal(answer.status, 404);
  }
  assert.equal(
    (await call('POST', `/webhook/${id}/test`, undefined, { as: 'reader' })).body.code,
    'insufficient_scope',
  );
  // Otherwise the delivery could arrive during the next test.
  await recorded(id, delivery.id);
});

test('a test event goes to its endpoint, whatever that subscribed to, and can be sent again', async () => {
  const { id, secret } = await add({ events: ['invoice.paid'] });
  const before = receiver.received.length;
  const { status, body: delivery } = await call('POST', `/webhook/${id}/test`);
  assert.deepEqual([status, delivery.event_type, delivery.status], [200, 'webhook.test', 'pending']);
  const first = (await receiver.until(before + 1))[before];
  assert.ok(first);
  assert.equal(verify(first, secret).type, 'webhook.test');
  await recorded(id, delivery.id);
  assert.equal((await call('POST', `/webhook-delivery/${delivery.id}/redeliver`)).body.status, 'pending');
  const second = (await receiver.until(before + 2))[before + 1];
  assert.deepEqual([second?.headers['webhook-id'], second?.body], [delivery.event_id, first.body]);
});

test('a redirect is not followed, and the delivery says where it leads', async () => {
  const shop = await startReceiver();
  shop.answer({ status: 301, headers: { location: 'https://www.shop.example/hook?token=x' } });
  const { id } = await add({ url: shop.url });
  await call('POST', `/webhook/${id}/test`);
  const { error } = await until(async () => {
    const [delivery] = (await call('GET', `/webhook/${id}/deliveries`)).body;
    return delivery?.response_status === 301 ? delivery : null;
  }, 'the redirect to be recorded');
  assert.match(error, /^It redirects to https:\/\/www\.shop\.example\/hook\. /);
  await shop.close();
});

test('a rotated secret is a new one, and both verify what is sent then', async () => {
  const { id, secret: old } = await add();
  const { body } = await call('POST', `/webhook/${id}/rotate-secret`);
  assert.notEqual(body.secret, old);
  const { body: told } = await call('GET', `/webhook/${id}`);
  const hours = (Date.parse(told.previous_secret_until) - Date.parse(told.updated_at)) / 3_600_000;
  assert.deepEqual([body.previous_secret_until, hours], [told.previous_secret_until, 24]);
  const before = receiver.received.length;
  await call('POST', `/webhook/${id}/test`);
  const request = (await receiver.until(before + 1))[before];
  assert.ok(request);
  for (const secret of [old, body.secret]) assert.equal(verify(request, secret).type, 'webhook.test');
});

test('an endpoint that is switched off is sent nothing until it is switched on', async () => {
  const { id } = await add();
  const { body: off } = await call('PUT', `/webhook/${id}`, { enabled: false });
  assert.deepEqual([off.enabled, off.disabled_reason], [false, 'by_owner']);
  assert.equal((await call('POST', `/webhook/${id}/test`)).body.code, 'webhook_disabled');
  const { body: on } = await call('PUT', `/webhook/${id}`, { enabled: true });
  assert.deepEqual([on.enabled, on.disabled_reason], [true, null]);
  assert.equal((await call('POST', `/webhook/${id}/test`)).status, 200);
});

test('a deleted endpoint is gone, with what was still to be sent', async () => {
  const { id } = await add();
  assert.equal((await call('DELETE', `/webhook/${id}`)).status, 200);
  assert.equal((await call('DELETE', `/webhook/${id}`)).status, 404);
  assert.ok(!(await call('GET', '/webhooks')).body.some((webhook: { id: string }) => webhook.id === id));
});

test('events are listed newest first, page after page, for thirty days', async () => {
  const ids = await rig.emit('invoice.created', 'invoice.paid', 'invoice.expired');
  const { body: first, headers } = await call('GET', '/events?limit=2');
  assert.deepEqual(
    first.map((event: { id: string }) => event.id),
    [ids[2], ids[1]],
  );
  assert.deepEqual([first[0].type, first[0].data], ['invoice.expired', { note: 'Grüße', total: '10.00' }]);
  const next = /<([^>]+)>; rel="next"/.exec(headers.link as string)?.[1] as string;
  const response = await server.inject({
    method: 'GET',
    url: next.replace(instance.publicUrl, ''),
    headers: { authorization: 'app' },
  });
  assert.equal(response.json()[0].id, ids[0]);
});

test('with since the oldest event comes first, and a later commit of an earlier event is not skipped', async () => {
  const since = new Date().toISOString();
  const early = newId();
  let [later, seen] = ['', { ids: [] as string[], next: '' }];
  await instance.db.atomically(async (trx) => {
    await insertSignedEvent(trx, { id: early, appId: rig.appId, type: 'invoice.paid' });
    [later = ''] = await rig.emit('invoice.created');
    seen = await follow(`/events?since=${since}&limit=1`);
    assert.ok(!seen.ids.includes(later), 'what could still be overtaken waits');
  });
  const found: string[] = [...seen.ids];
  await until(async () => {
    const more = await follow(seen.next);
    found.push(...more.ids);
    seen = more;
    return found.length >= 2;
  }, 'both events to be read');
  assert.deepEqual(found, [early, later]);
  const { body: paid } = await call('GET', `/events?since=${since}&type=invoice.paid`);
  assert.deepEqual(
    paid.map((event: { id: string }) => event.id),
    [early],
  );
  const { body: either } = await call('GET', `/events?type=invoice.paid&type=invoice.created&limit=2`);
  assert.deepEqual(either.map((event: { id: string }) => event.id).sort(), [early, later].sort());
  for (const query of ['since=yesterday', 'type=invoice.gone'])
    assert.equal((await call('GET', `/events?${query}`)).status, 422, query);
});

test('events come as server-sent events as they happen, and go on after the one that was seen last', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.addresses()[0] as { port: number };
  const open = async (lastSeen?: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/events?v=1`, {
      headers: {
        authorization: 'app',
        accept: 'text/event-stream',
        ...(lastSeen === undefined ? {} : { 'last-event-id': lastSeen }),
      },
    });
    assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
    const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    return {
      async ids(count: number): Promise<string[]> {
        return until(
          async () => {
            const ids = [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id as string);
            if (ids.length >= count) return ids;
            text += (await reader.read()).value ?? assert.fail('the stream ended');
            return null;
          },
          `${count} events in the stream`,
          { everyMs: 1 },
        );
      },
      close: () => reader.cancel(),
    };
  };
  const stream = await open();
  const ids = await rig.emit('invoice.created', 'invoice.paid', 'invoice.expired');
  assert.deepEqual(
    (await stream.ids(3)).filter((id) => ids.includes(id)),
    ids,
  );
  await stream.close();
  const resumed = await open(ids[0]);
  assert.deepEqual(await resumed.ids(2), ids.slice(1));
  await resumed.close();
  const streams = [];
  for (let opened = 0; opened < 10; opened++) streams.push(await until(() => open().catch(() => null), 'a stream'));
  const refused = await call('GET', '/events');
  assert.equal(refused.status, 200, 'pages are read all the same');
  const eleventh = await fetch(`http://127.0.0.1:${port}/api/events?v=1`, {
    headers: { authorization: 'app', accept: 'text/event-stream' },
  });
  assert.deepEqual([eleventh.status, ((await eleventh.json()) as { code: string }).code], [503, 'too_many_streams']);
  for (const one of streams) await one.close();
});

test('a replay sends each event since then once more, in order, with the same id and body; only one runs', async () => {
  const shop = await startReceiver();
  const since = new Date().toISOString();
  const made = await add({ url: shop.url, events: ['invoice.paid', 'invoice.expired'] });
  const ids: string[] = [];
  for (const type of ['invoice.paid', 'invoice.created', 'invoice.expired', 'invoice.paid'] as const) {
    const [id = ''] = await rig.emit(type);
    if (type !== 'invoice.created') ids.push(id);
  }
  await deliveredAll(made.id, 3);
  const bodies = new Map(shop.received.map((request) => [request.headers['webhook-id'], request.body]));
  shop.answer('hang');
  const path = `/webhook/${made.id}/replay`;
  const begun = await call('POST', path, { since });
  assert.deepEqual([begun.status, begun.body.count, begun.body.next_since], [200, 3, null]);
  await shop.until(4);
  assert.deepEqual((await call('POST', path, { since })).body, begun.body);
  const other = await call('POST', path, { since: new Date(0).toISOString() });
  assert.deepEqual([other.status, other.body.code], [409, 'replay_running']);
  // The silent endpoint answers again. Its failed deliveries become due, as for another worker.
  shop.answer({ status: 204 });
  await instance.db.query(
    `update deliveries set next_attempt_at = now(), lease_until = null where webhook_id = $1 and status = 'pending'`,
    [made.id],
  );
  // After a second failure a delivery would be retried in five minutes.
  const sooner = setInterval(() => {
    void instance.db.query(
      `update deliveries set next_attempt_at = now()
       where webhook_id = $1 and status = 'pending' and lease_until is null and next_attempt_at > now()`,
      [made.id],
    );
  }, 500);
  await deliveredAll(made.id, 3).finally(() => clearInterval(sooner));
  const sent = shop.received.slice(3);
  const order = [...new Set(sent.map((request) => request.headers['webhook-id'] as string))];
  assert.deepEqual([...order].sort(), [...ids].sort());
  assert.equal(order[0], ids[0], 'the oldest first');
  for (const request of sent) assert.equal(request.body, bodies.get(request.headers['webhook-id'] as string));
  // Counted before the request, since the first delivery may arrive before the response.
  const before = shop.received.length;
  const whole = await call('POST', path, { since });
  assert.notEqual(whole.body.id, begun.body.id);
  await shop.until(before + 3);
  assert.deepEqual(
    shop.received.slice(before).map((request) => request.headers['webhook-id']),
    ids,
  );
  await shop.close();
  await call('DELETE', `/webhook/${made.id}`);
});

test('v1a: deliveries are verified with the public key, which is always shown; the private key never is', async () => {
  const shop = await startReceiver();
  const made = await add({ url: shop.url, signature: 'v1a' });
  assert.deepEqual([made.secret, made.signature], [null, 'v1a']);
  const { body: shown } = await call('GET', `/webhooks?app_id=${rig.appId}`);
  assert.equal(shown[0].public_key, made.public_key);
  const { body: rotated } = await call('POST', `/webhook/${made.id}/rotate-secret`);
  await call('POST', `/webhook/${made.id}/test`);
  const [request] = await shop.until(1);
  assert.ok(request);
  const text = Buffer.from(`${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${request.body}`);
  const signatures = (request.headers['webhook-signature'] as string).split(' ').map((one) => one.split(','));
  for (const shownKey of [made.public_key, rotated.public_key]) {
    const x = Buffer.from(shownKey.slice('whpk_'.length), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const fits = signatures.filter(
      ([version, bytes = '']) => version === 'v1a' && verifyBytes(null, text, key, Buffer.from(bytes, 'base64')),
    );
    assert.equal(fits.length, 1);
  }
  assert.equal((await call('POST', '/webhook', { url: shop.url, signature: 'v2' })).status, 422);
  await shop.close();
  await call('DELETE', `/webhook/${made.id}`);
});

test('an app has at most twenty endpoints', async () => {
  let answer = await call('POST', '/webhook', { url: receiver.url });
  for (let made = 0; answer.status === 201 && made < 20; made += 1)
    answer = await call('POST', '/webhook', { url: receiver.url });
  assert.equal(answer.body.code, 'too_many_webhooks');
  assert.equal((await call('GET', '/webhooks?limit=100')).body.length, 20);
});

/** Waits until this many deliveries of the endpoint are made and recorded, and none is left. */
async function deliveredAll(webhookId: string, count: number): Promise<void> {
  await until(async () => {
    const { body } = await call('GET', `/webhook/${webhookId}/deliveries`);
    return body.length === count && body.every((delivery: { status: string }) => delivery.status === 'delivered');
  }, 'all deliveries to be recorded');
}

/** Waits until the delivery is made and recorded. */
async function recorded(webhookId: string, deliveryId: string): Promise<void> {
  await until(async () => {
    const { body } = await call('GET', `/webhook/${webhookId}/deliveries`);
    return body.some(
      (delivery: { id: string; status: string }) => delivery.id === deliveryId && delivery.status === 'delivered',
    );
  }, 'the delivery to be recorded');
}

test('acts without HTTP are one commit: an app, its endpoint and an invoice are made together', async () => {
  const [owner] = await instance.db.query<{ owner_id: string }>('select owner_id from apps where id = $1', [rig.appId]);
  // An instance that follows no networks.
  const here = { ...instance, catalog: { networks: [] } } as unknown as Instance;
  const by = { caller: { kind: 'command_line' }, origin: { ip: null, userAgent: null } } as const;
  const open = async (trx: Queryable, total: bigint) => {
    const ownerId = owner?.owner_id as string;
    const shop = { ownerId, name: 'Second', url: 'https://second.example', environment: 'development', by } as const;
    const app = await addApp(trx, here, shop);
    const { webhook } = await addWebhook(trx, here, { app, url: receiver.url, by });
    const currency = currencyOf('USD') as Currency;
    const order = { reference: 'A-1' };
    const first = await makeInvoice(trx, here, { app, total: 1000n, currency, text: { order }, clockLeadMillis: 0 });
    const again = await makeInvoice(trx, here, { app, total, currency, text: { order }, clockLeadMillis: 0 });
    return { app, webhook, first, again };
  };
  await assert.rejects(
    instance.db.atomically((trx) => open(trx, 999n)),
    (error: unknown) => error instanceof Problem && error.code === 'reference_in_use',
  );
  const count = () => instance.db.query<{ n: number }>(`select count(*)::int as n from apps where name = 'Second'`);
  assert.equal((await count())[0]?.n, 0);
  const { app, webhook, first, again } = await instance.db.atomically((trx) => open(trx, 1000n));
  assert.deepEqual([first.isNew, again.isNew, again.invoice.id], [true, false, first.invoice.id]);
  const canceled = await instance.db.atomically((trx) => cancelInvoice(trx, here, first.invoice));
  assert.equal(canceled.status, 'canceled');
  const sent = async () => (await rig.deliveries(webhook)).map((one) => `${one.eventType} ${one.status}`);
  await until(async () => (await sent()).every((one) => one.endsWith('delivered')), 'both are delivered');
  assert.deepEqual(await sent(), ['invoice.canceled delivered', 'invoice.created delivered']);
  const caller = { kind: 'app_token', appId: app.id, ownerId: app.ownerId } as const;
  const trusting = { ...app, settings: { ...app.settings, appTokenMay: ['settle' as const] } };
  const settling = { invoice: canceled, app: trusting, reason: 'x', by: { ...by, caller } };
  const settled = instance.db.atomically((trx) => settleInvoice(trx, here, settling));
  await assert.rejects(settled, { name: 'Problem', code: 'invoice_not_settleable' });
});
