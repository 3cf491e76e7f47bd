// A Greenfield shop is notified by its own endpoints, in the form and with the signature of BTCPay Server's webhooks.
import assert from 'node:assert/strict';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, before, test } from 'node:test';
import client from 'btcpay-greenfield-node-client';
import { greenfieldTypes } from '../../../src/core/dialect/greenfield-notices.ts';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { phpClient, phpClientFolder } from '../../rig/doors/greenfield-php.ts';
import { ownerBrowser } from '../../rig/doors/owner-browser.ts';
import { type Received, type Receiver, startReceiver } from '../../rig/receiver.ts';
import { type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

const { InvoicesService, OpenAPI, WebhooksService } = client as unknown as Json;

let stage: Stage;
let shop: Shop;
/** The merchant's browser, just signed in. */
let browser: Client;
let door: Json;
let storeId: string;

before(async () => {
  stage = await startStage({ confirmations: 2 });
  // With an address for each order, a part is matched by its address.
  shop = await stage.shop({ receives: 'xpub' });
  browser = await ownerBrowser(stage.service.apiUrl, stage.merchant);
  door = await openDoor(shop.app.id);
  storeId = door.store_id;
  OpenAPI.BASE = door.base_url;
  OpenAPI.TOKEN = door.api_key;
});

after(() => stage?.close());

const openDoor = (appId: string) => ok<Json>(browser.post(`/app/${appId}/doors`, { kind: 'greenfield' }));

async function send(method: string, path: string, body?: unknown, token: string = door.api_key) {
  const response = await fetch(`${door.base_url}/api/v1/stores/${storeId}/webhooks${path}`, {
    method,
    headers: {
      authorization: `token ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const add = (requestBody: object): Promise<Json> => WebhooksService.postWebhooksService({ storeId, requestBody });
const remove = (webhookId: string) => WebhooksService.deleteWebhooksService({ storeId, webhookId, requestBody: {} });

async function hookOf(t: { after(act: () => unknown): void }): Promise<Receiver> {
  const hook = await startReceiver();
  t.after(() => hook.close());
  return hook;
}

/** As the documentation of BTCPay Server says: `sha256=` and the HMAC of the body's bytes. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`,
  );
  const sent = Buffer.from(headers['btcpay-sig'] ?? '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

const readAll = (received: readonly Received[]): Json[] => received.map(({ body }) => JSON.parse(body) as Json);

const order = (amount: string, metadata: object = {}): Promise<Json> =>
  InvoicesService.invoicesCreateInvoice({
    storeId,
    requestBody: { amount, currency: 'USD', metadata, checkout: { expirationMinutes: 60 } },
  });

interface Owed {
  readonly to: string;
  readonly value: bigint;
}

/** The rest of the price, in ether. */
async function owed({ id: invoiceId }: Json): Promise<Owed> {
  const methods: Json[] = await InvoicesService.invoicesGetInvoicePaymentMethods({ storeId, invoiceId });
  const link = methods.find((one) => one.paymentMethodId === 'ETH-LOCAL')?.paymentLink as string;
  const [, to = '', value = ''] = /^ethereum:(0x[0-9a-fA-F]{40})@\d+\?value=(\d+)/.exec(link) ?? [];
  return { to, value: BigInt(value) };
}

async function pay({ to, value }: Owed): Promise<void> {
  await (await stage.customer()).pay(to as never, value);
  await stage.mine(1);
}

test('a shop is notified of an order from its creation to its settlement, and sends a delivery again', async (t) => {
  const hook = await hookOf(t);
  const endpoint = await add({ url: hook.url });
  const { secret, ...shown } = endpoint;
  assert.deepEqual(shown, {
    ...{ id: endpoint.id, enabled: true, automaticRedelivery: true, url: hook.url },
    authorizedEvents: { everything: true, specificEvents: [] },
  });
  assert.ok(secret.length >= 32);
  const metadata = { orderId: '1042', posData: { cart: [{ sku: 'ü' }] } };
  const sold = await order('20.00', metadata);
  const { id: invoiceId } = sold;
  const due = await owed(sold);
  await pay(due);
  await hook.until(3);
  await stage.mine(2);
  const received = await hook.until(5);
  for (const one of received) assert.ok(isSigned(one, secret), one.headers['btcpay-sig']);
  const sent = readAll(received);
  const types = sent.map(({ type }) => type as string);
  assert.deepEqual(types.slice(0, 3), ['InvoiceCreated', 'InvoiceReceivedPayment', 'InvoiceProcessing']);
  // Both are events of one commit, and are sent at the same time.
  assert.deepEqual(types.slice(3).toSorted(), ['InvoicePaymentSettled', 'InvoiceSettled']);
  for (const { webhookId, invoiceId: about, storeId: of, metadata: told, isRedelivery, ...one } of sent) {
    assert.deepEqual([webhookId, about, of, told, isRedelivery], [endpoint.id, invoiceId, storeId, metadata, false]);
    assert.equal(one.originalDeliveryId, one.deliveryId);
    assert.ok(Number.isInteger(one.timestamp));
  }
  const [, seen, processing] = sent;
  const settled = sent.find(({ type }) => type === 'InvoiceSettled');
  const credited = sent.find(({ type }) => type === 'InvoicePaymentSettled');
  assert.deepEqual([seen?.afterExpiration, seen?.paymentMethodId, processing?.overPaid], [false, 'ETH-LOCAL', false]);
  const { status, destination, fee, value } = seen?.payment as Json;
  assert.deepEqual([status, destination, fee], ['Processing', due.to, '0']);
  assert.deepEqual([credited?.payment.status, credited?.payment.value], ['Settled', value]);
  assert.deepEqual([settled?.manuallyMarked, settled?.overPaid], [false, false]);
  assert.equal(processing?.deliveryId, `${seen?.deliveryId}-2`);

  const deliveriesOf = (): Promise<Json[]> =>
    WebhooksService.getWebhooksService({ storeId, webhookId: endpoint.id, count: '10' });
  const deliveries = await until(async () => {
    const all = await deliveriesOf();
    return all.length === 4 && all.every((one) => one.status === 'HttpSuccess') ? all : null;
  }, 'four deliveries to be recorded');
  assert.equal(deliveries.at(-1)?.id, sent[0]?.deliveryId, 'the newest is first');
  assert.deepEqual([deliveries[0]?.httpCode, deliveries[0]?.errorMessage], [200, undefined]);
  assert.equal((await send('GET', `/${endpoint.id}/deliveries?count=1`)).body.length, 1);
  assert.deepEqual((await send('GET', `/${endpoint.id}/deliveries?count=x`)).body[0].path, 'count');
  const which = { storeId, webhookId: endpoint.id, deliveryId: settled?.deliveryId };
  assert.equal((await WebhooksService.getWebhooksService1(which)).id, settled?.deliveryId);
  assert.deepEqual(await WebhooksService.getWebhooksService2(which), settled);
  const second = await send('GET', `/${endpoint.id}/deliveries/${processing?.deliveryId}`);
  assert.deepEqual([second.status, second.body.id], [200, processing?.deliveryId]);
  const first = await send('GET', `/${endpoint.id}/deliveries/${seen?.deliveryId}/request`);
  assert.deepEqual(first.body, seen);

  assert.equal(await WebhooksService.postWebhooksService1(which), settled?.deliveryId);
  const again = readAll(await hook.until(6))[5] as Json;
  assert.deepEqual(again, { ...settled, isRedelivery: true });
  // The payment is confirmed by now, so the order is no longer processing.
  await send('POST', `/${endpoint.id}/deliveries/${seen?.deliveryId}/redeliver`);
  const repeated = readAll(await hook.until(7))[6] as Json;
  assert.deepEqual(repeated, { ...seen, isRedelivery: true });

  // A reorg takes the payment back: the order is invalid, and its settlement is not reported again.
  await stage.anvil.reorg(3);
  await stage.caughtUp();
  await stage.invoiceBecomes(invoiceId, { exceptions: ['reorged'] });
  const invalid = readAll(await hook.until(8))[7] as Json;
  assert.deepEqual([invalid.type, invalid.manuallyMarked, invalid.metadata], ['InvoiceInvalid', false, metadata]);
  for (const one of [settled, credited] as Json[]) {
    const path = `/${endpoint.id}/deliveries/${one.deliveryId}`;
    assert.equal((await send('POST', `${path}/redeliver`)).body, one.deliveryId);
    await until(async () => {
      const { errorMessage = '' } = (await send('GET', path)).body;
      return /Nothing was sent/.test(errorMessage);
    }, `${one.type} not to be reported`);
  }
  const lastTypes = readAll(hook.received.slice(7)).map(({ type }) => type as string);
  assert.deepEqual(lastTypes, ['InvoiceInvalid']);
  await remove(endpoint.id);
});

test('an endpoint is shown, changed and deleted by its shop, and refused with the field that is wrong', async (t) => {
  const hook = await hookOf(t);
  const specificEvents = ['InvoiceSettled'];
  const chosen = { everything: false, specificEvents };
  const made = await add({ url: hook.url, secret: 's3cret ü', enabled: false, authorizedEvents: chosen });
  assert.deepEqual([made.secret, made.enabled], ['s3cret ü', false]);
  const { secret: _, ...shown } = made;
  assert.deepEqual(await WebhooksService.webhokksGetWebhook({ storeId, webhookId: made.id }), shown);
  assert.deepEqual(await WebhooksService.webhokksGetWebhooks({ storeId }), [shown]);
  const wrong: readonly [method: string, path: string, body: object, field: string][] = [
    ['POST', '', {}, 'url'],
    ['POST', '', { url: 'shop.example' }, 'url'],
    ['POST', '', { url: 'http://10.0.0.1/hook' }, 'url'],
    ['POST', '', { url: 'https://shop.example/', secret: 'x'.repeat(256) }, 'secret'],
    ['POST', '', { url: 'https://shop.example/', secret: 7 }, 'secret'],
    ['POST', '', { url: 'https://shop.example/\0' }, 'url'],
    ['POST', '', { url: 'https://shop.example/', enabled: 'no' }, 'enabled'],
    ['POST', '', { url: 'https://shop.example/', authorizedEvents: 'all' }, 'authorizedEvents'],
    [
      ...(['POST', '', { url: 'https://shop.example/', authorizedEvents: { everything: false } }] as const),
      'authorizedEvents.specificEvents',
    ],
    ['PUT', `/${made.id}`, { url: 'http://169.254.169.254/' }, 'url'],
    [
      ...(['PUT', `/${made.id}`, { authorizedEvents: { everything: false, specificEvents: ['Payout'] } }] as const),
      'authorizedEvents.specificEvents',
    ],
  ];
  for (const [method, path, body, field] of wrong) {
    const refused = await send(method, path, body);
    assert.deepEqual([refused.status, refused.body[0]?.path], [422, field], JSON.stringify([body, refused]));
  }
  const changed = await WebhooksService.putWebhooksService({
    ...{ storeId, webhookId: made.id },
    requestBody: { url: `${hook.url}?x`, enabled: true, secret: 's3cret ü' },
  });
  assert.deepEqual(changed, { ...shown, url: `${hook.url}?x`, enabled: true });
  await send('PUT', `/${made.id}`, { secret: 'another', authorizedEvents: { everything: true } });

  // The owner sees it as a webhook of the API, sends a test, and cannot change what the shop has or chose.
  const path = `/webhook/${made.id}`;
  const own = await ok<Json>(browser.get(path));
  assert.deepEqual([own.dialect, own.door_id, own.enabled], ['greenfield', door.id, true]);
  await ok(browser.post(`${path}/test`));
  const [probe] = await hook.until(1);
  assert.ok(probe && isSigned(probe, 'another'), 'signed with the new secret only');
  const body = JSON.parse(probe.body) as Json;
  assert.deepEqual([body.type, body.isRedelivery], ['InvoiceSettled', false]);
  assert.match(body.invoiceId, /^__test__[0-9a-f-]{36}__test__$/);
  for (const act of [browser.post(`${path}/rotate-secret`), browser.put(path, { events: null })])
    assert.equal((await act).body.code, 'webhook_of_door');
  assert.equal((await ok<Json>(browser.put(path, { enabled: false, url: hook.url }))).url, hook.url);
  const log = await ok<Json[]>(browser.get('/audit-log', { query: { app_id: shop.app.id } }));
  const actions = log.filter(({ subject_id: id }) => id === made.id).map(({ action }) => action as string);
  assert.deepEqual(new Set(actions), new Set(['webhook.created', 'webhook.updated', 'webhook.secret_rotated']));
  await remove(made.id);
  assert.equal((await send('GET', `/${made.id}`)).status, 404);

  const query = { app_id: shop.app.id, path: `/api/v1/stores/${storeId}/webhooks`, limit: 100 };
  const calls = await ok<Json[]>(browser.get('/requests', { query }));
  const logged = calls.filter(({ path, status }) => path.endsWith('/webhooks') && status === 200);
  assert.ok(logged.length > 0);
  for (const { id } of logged) {
    const { request_body: asked, response_body: answer } = await ok<Json>(browser.get(`/request/${id}`));
    for (const { secret = '[left out]' } of [asked ?? {}, answer]) assert.equal(secret, '[left out]');
  }
});

test('a door reaches the endpoints of its own shop only, and none after it was closed', async (t) => {
  const hook = await hookOf(t);
  const [mine, other] = [await add({ url: hook.url }), await openDoor(shop.app.id)];
  const ofApi = await ok<Json>(shop.api.post('/webhook', { url: `${hook.url}?api`, events: ['invoice.paid'] }));
  const elsewhere = await openDoor((await stage.shop()).app.id);
  const attempts = (await send('GET', `/${mine.id}/deliveries`)).body as Json[];
  assert.deepEqual(attempts, []);
  assert.deepEqual((await send('GET', '', undefined, other.api_key)).body, []);
  for (const [token, id] of [
    [other.api_key, mine.id],
    [door.api_key, ofApi.id],
    [elsewhere.api_key, mine.id],
    [door.api_key, 'x'],
    [door.api_key, other.id],
  ] as const)
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${mine.id}`],
      ['GET', `/deliveries/${mine.id}/request`],
      ['POST', `/deliveries/${mine.id}/redeliver`],
    ] as const) {
      const refused = await send(method, `/${id}${rest}`, undefined, token);
      assert.deepEqual([refused.status, refused.body.code], [404, 'not-found'], `${method} ${rest}`);
    }
  assert.equal((await send('GET', '', undefined, 'x')).status, 401);
  assert.equal((await send('GET', '', undefined, shop.app.token)).status, 401, 'the app token opens no door');
  const spare = await send('POST', '', { url: `${hook.url}?closed` }, other.api_key);
  assert.equal(spare.status, 200);
  await ok(browser.delete(`/app-token/${other.id}`));
  assert.equal((await send('GET', '', undefined, other.api_key)).status, 401);
  const { id } = await order('3.00');
  await browser.post(`/invoice/${id}/settle`, { reason: 'Paid in cash' });
  await until(() => hook.received.some(({ path }) => path === '/hook?api'), 'the endpoint of the API');
  const paths = (await hook.until(3)).map(({ path }) => path).toSorted();
  assert.deepEqual(paths, ['/hook', '/hook', '/hook?api'], 'created and settled, and nothing for the closed door');
  await remove(mine.id);
  await ok(shop.api.delete(`/webhook/${ofApi.id}`));
});

if (phpClientFolder !== undefined)
  test('the unmodified PHP client adds, reads and changes an endpoint, and verifies its notifications', async (t) => {
    const call = phpClient(phpClientFolder as string, door);
    const hook = await hookOf(t);
    const made = await call('Webhook::createWebhook', storeId, hook.url, ['InvoiceCreated'], 'from PHP');
    assert.equal(made.secret, 'from PHP');
    const list = await call('Webhook::getStoreWebhooks', storeId);
    assert.ok((list.all ?? list).some(({ id }: Json) => id === made.id));
    assert.deepEqual((await call('Webhook::getWebhook', storeId, made.id)).url, hook.url);
    await order('5.00');
    const [{ body, headers }] = (await hook.until(1)) as [Received];
    const verify = (text: string, secret: string) =>
      call('Webhook::isIncomingWebhookRequestValid', text, headers['btcpay-sig'], secret);
    assert.deepEqual([await verify(body, 'from PHP'), await verify(`${body} `, 'from PHP')], [true, false]);
    await call('Webhook::updateWebhook', storeId, `${hook.url}?2`, made.id, ['InvoiceExpired'], true, true, 'from PHP');
    const changed = await call('Webhook::getWebhook', storeId, made.id);
    assert.deepEqual([changed.url, changed.authorizedEvents.specificEvents], [`${hook.url}?2`, ['InvoiceExpired']]);
    await call('Webhook::deleteWebhook', storeId, made.id);
  });

test('a part, an end and a mark have their own fields, and only chosen notifications are sent', async (t) => {
  const [few, all] = [await hookOf(t), await hookOf(t)];
  const listed = [...greenfieldTypes, 'PayoutCreated', 'PaymentRequestUpdated'];
  const authorizedEvents = { everything: false, specificEvents: ['InvoiceProcessing', 'InvoiceExpired', 'Unknown'] };
  const chosen = await add({ url: few.url, authorizedEvents, automaticRedelivery: false });
  assert.deepEqual(chosen.authorizedEvents.specificEvents, ['InvoiceProcessing', 'InvoiceExpired']);
  assert.equal(chosen.automaticRedelivery, true, 'failed deliveries are always repeated');
  const whole = await add({ url: all.url, authorizedEvents: { everything: false, specificEvents: listed } });
  assert.deepEqual(whole.authorizedEvents.specificEvents, [...greenfieldTypes]);

  const [partial, canceled, marked] = [await order('40.00'), await order('1.00'), await order('2.00')];
  const due = await owed(partial);
  await pay({ ...due, value: due.value / 2n });
  await stage.mine(2);
  await stage.invoiceBecomes(partial.id, { status: 'partially_paid' });
  for (const [{ id: invoiceId }, status] of [
    [canceled, 'Invalid'],
    [marked, 'Settled'],
  ] as const)
    await InvoicesService.invoicesMarkInvoiceStatus({ storeId, invoiceId, requestBody: { status } });
  const customer = await stage.customer();
  const rest = await stage.attempt(partial, customer.address);
  await stage.pass(3700);
  const toldFew = () => readAll(few.received).filter(({ invoiceId }) => invoiceId === partial.id);
  const expired = await until(() => toldFew()[0], 'the end of the order');
  assert.deepEqual([expired.type, expired.partiallyPaid], ['InvoiceExpired', true]);
  const ids = [partial, canceled, marked].map(({ id }) => id as string);
  const told = () =>
    readAll(all.received).filter(({ type, invoiceId }) => type !== 'InvoiceCreated' && ids.includes(invoiceId));
  await until(() => told().length >= 5, 'five notifications');
  const about = ({ id }: Json) =>
    told()
      .filter(({ invoiceId }) => invoiceId === id)
      .map(({ type, partiallyPaid, manuallyMarked, overPaid }) => ({ type, partiallyPaid, manuallyMarked, overPaid }))
      .map((fields) => JSON.stringify(fields));
  assert.deepEqual(about(partial).toSorted(), [
    '{"type":"InvoiceExpired","partiallyPaid":true}',
    '{"type":"InvoicePaymentSettled"}',
    '{"type":"InvoiceReceivedPayment"}',
  ]);
  assert.deepEqual(about(canceled), ['{"type":"InvoiceInvalid","manuallyMarked":true}']);
  assert.deepEqual(about(marked), ['{"type":"InvoiceSettled","manuallyMarked":true,"overPaid":false}']);
  // The shop that chose InvoiceProcessing was not notified of the part, and its delivery says why.
  const log: Json[] = await WebhooksService.getWebhooksService({ storeId, webhookId: chosen.id });
  const unsent = log.find(({ status }) => status === 'Failed');
  assert.match(unsent?.errorMessage ?? '', /chose no notification/);
  assert.equal((await ok<Json>(shop.api.get(`/webhook/${chosen.id}`))).failing_since, null);

  // The rest comes late: the order is paid, and a late retry does not report its end again.
  await customer.pay(rest.to, units(rest.amount, 18));
  await stage.mine(1);
  await stage.mine(2);
  await stage.invoiceBecomes(partial.id, { status: 'paid' });
  const late = await until(() => told().find(({ afterExpiration }) => afterExpiration === true), 'the late payment');
  assert.equal(late.invoiceId, partial.id);
  await send('POST', `/${chosen.id}/deliveries/${expired.deliveryId}/redeliver`);
  await until(async () => {
    const { body } = await send('GET', `/${chosen.id}/deliveries/${expired.deliveryId}`);
    return /paid by now/.test(body.errorMessage ?? '');
  }, 'the end of the order not to be reported');
  assert.equal(toldFew().length, 1);
  for (const { id } of [chosen, whole]) await remove(id);
});
