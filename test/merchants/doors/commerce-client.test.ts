// A shop sells with the unmodified client of Coinbase Commerce: from the charge to the notification that it accepts.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { ownerBrowser } from '../../rig/doors/owner-browser.ts';
import { type Receiver, startReceiver } from '../../rig/receiver.ts';
import { etherFor, type Shop, type Stage, startStage } from '../../rig/stage.ts';

/** The parts of its client that are used here. It declares no types. */
interface CommerceClient {
  readonly Client: { init(key: string, baseUrl: string, version?: string, timeoutMs?: number): object };
  readonly Webhook: { verifyEventBody(body: string, signature: string, secret: string): Json };
  readonly resources: {
    readonly Charge: Resource & { create(fields: object): Promise<Json> };
    readonly Checkout: Resource;
    readonly Event: Resource;
  };
  readonly errors: Readonly<Record<ErrorName, new () => Error>>;
}

type ErrorName =
  | 'AuthenticationError'
  | 'ParamRequiredError'
  | 'ResourceNotFoundError'
  | 'SignatureVerificationError'
  | 'ValidationError';

interface Resource {
  retrieve(id: string): Promise<Json>;
  list(query: object): Promise<[Json[], Json]>;
  all(query: object): Promise<Json[]>;
}

const commerce = createRequire(import.meta.url)('coinbase-commerce-node') as CommerceClient;
const { Charge, Checkout, Event } = commerce.resources;

let stage: Stage;
let shop: Shop;
let receiver: Receiver;
/** The merchant's browser, just signed in. */
let browser: Client;
let door: Json;

before(async () => {
  [stage, receiver] = await Promise.all([startStage({ confirmations: 2 }), startReceiver()]);
  // With an address for each attempt, a part is matched by its address.
  shop = await stage.shop({ receives: 'xpub' });
  browser = await ownerBrowser(stage.service.apiUrl, stage.merchant);
  door = await openDoor(shop, { webhook_url: receiver.url });
  useKey(door.api_key);
});

after(async () => {
  await receiver?.close();
  await stage?.close();
});

const openDoor = (of: Shop, body: object) =>
  ok<Json>(browser.post(`/app/${of.app.id}/doors`, { kind: 'commerce', ...body }));

/** The client is one for the process. */
const useKey = (key: string) => commerce.Client.init(key, `${door.base_url}/`, '2018-03-22', 20_000);

const price = (amount: unknown, currency = 'USD') => ({
  pricing_type: 'fixed_price',
  local_price: { amount, currency },
});

/** The client has no method for these routes. */
async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${door.base_url}${path}`, {
    method,
    headers: { 'x-cc-api-key': door.api_key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, ...((await response.json()) as Json) };
}

const statesOf = ({ timeline }: Json) =>
  timeline.map(({ status, context }: Json) => [status, ...(context === undefined ? [] : [context])].join(' '));

/** The notifications of a charge, accepted by the client's own verifier. */
const notified = (id: string): Json[] =>
  receiver.received
    .map(({ body, headers }) => ({
      sent: JSON.parse(body),
      event: commerce.Webhook.verifyEventBody(body, headers['x-cc-webhook-signature'] ?? '', door.webhook_secret),
    }))
    .filter(({ event }) => event.data.id === id);

const untilNotified = (id: string, type: string) =>
  until(() => notified(id).find(({ event }) => event.type === type), `${type} of ${id}`);

async function attemptFor(charge: Json) {
  const customer = await stage.customer();
  const attempt = await stage.attempt({ id: charge.id }, customer.address);
  return { to: attempt.to, pay: (dollars: string) => customer.pay(attempt.to, etherFor(dollars)) };
}

test('a charge is made, paid and read, and each notification passes the verifier of the client', async () => {
  const metadata = { order_id: 1042, source: 'woocommerce', items: [{ sku: 'A', count: 2 }] };
  const made = await Charge.create({
    ...{ name: 'Tea & Sugar', description: 'Two bags', ...price('20.00'), metadata },
    ...{ redirect_url: 'https://shop.example/thanks?x=1', cancel_url: 'https://shop.example/cart' },
  });
  assert.equal(made.hosted_url, `${stage.service.url}/pay/${made.id}`);
  assert.match(made.code, /^[2-9A-HJ-NP-Z]{8}$/);
  assert.deepEqual(
    [made.name, made.description, made.metadata, made.pricing, made.redirect_url, made.cancel_url],
    [
      'Tea & Sugar',
      'Two bags',
      metadata,
      { local: { amount: '20.00', currency: 'USD' } },
      'https://shop.example/thanks?x=1',
      'https://shop.example/cart',
    ],
  );
  assert.deepEqual([statesOf(made), made.payments, made.addresses, made.confirmed_at], [['NEW'], [], {}, undefined]);
  for (const named of [made.id, made.code, made.code.toLowerCase()])
    assert.equal((await Charge.retrieve(named)).code, made.code);
  const created = await untilNotified(made.id, 'charge:created');
  assert.deepEqual([created.event.data.code, created.sent.attempt_number], [made.code, 1]);

  const attempt = await attemptFor(made);
  const offered = await Charge.retrieve(made.code);
  assert.deepEqual(offered.addresses, { local: attempt.to });
  const { hash } = await attempt.pay('20.00');
  await stage.mine();
  await untilNotified(made.id, 'charge:pending');
  const pending = await Charge.retrieve(made.id);
  assert.deepEqual(statesOf(pending), ['NEW', 'PENDING']);
  assert.equal(pending.payments[0]?.status, 'PENDING');
  await stage.mine();
  const { event } = await untilNotified(made.id, 'charge:confirmed');
  const paid = await Charge.retrieve(made.id);
  assert.deepEqual([statesOf(paid), statesOf(event.data)], [['NEW', 'PENDING', 'COMPLETED'], statesOf(paid)]);
  const [payment] = paid.payments;
  assert.deepEqual([payment.transaction_id, payment.status, payment.network], [hash, 'CONFIRMED', 'local']);
  assert.deepEqual(payment.value, {
    local: { amount: '20.00', currency: 'USD' },
    crypto: { amount: '0.01', currency: 'ETH' },
  });
  assert.deepEqual([payment.block.confirmations_accumulated, payment.block.confirmations_required], [2, 2]);
  assert.ok(paid.confirmed_at);

  const events = (await Event.all({ limit: 2 })).filter(({ data }) => data.id === made.id);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['charge:confirmed', 'charge:pending', 'charge:created'],
  );
  const one = await Event.retrieve(event.id);
  assert.deepEqual([one.id, one.type, one.data.code], [event.id, 'charge:confirmed', made.code]);
});

test('a part, a late part and a canceled or resolved charge are never completed', async () => {
  const part = await Charge.create(price('30.00'));
  await (await attemptFor(part)).pay('10.00');
  await stage.mine(2);
  await stage.invoiceBecomes(part.id, { status: 'partially_paid' });
  assert.deepEqual(statesOf(await Charge.retrieve(part.code)), ['NEW', 'PENDING']);
  const resolved = await send('POST', `/charges/${part.code}/resolve`);
  assert.deepEqual([resolved.status, statesOf(resolved.data)], [200, ['NEW', 'PENDING', 'RESOLVED']]);
  await untilNotified(part.id, 'charge:resolved');
  const log = await ok<Json[]>(browser.get('/audit-log', { query: { app_id: shop.app.id } }));
  assert.ok(log.some(({ action, subject_id: id }) => action === 'invoice.settled' && id === part.id));
  const again = await send('POST', `/charges/${part.id}/resolve`);
  assert.deepEqual([again.status, again.error.type], [400, 'invalid_request']);
  assert.equal((await send('POST', `/charges/${part.id}/cancel`)).error.type, 'invalid_request');

  const ended = await Charge.create(price(5));
  const canceled = await send('POST', `/charges/${ended.id}/cancel`);
  assert.deepEqual([canceled.status, statesOf(canceled.data)], [200, ['NEW', 'CANCELED']]);
  await untilNotified(ended.id, 'charge:failed');

  await ok(browser.put(`/app/${shop.app.id}/settings`, { app_token_may: [] }));
  const allowed = await send('POST', `/charges/${(await Charge.create(price(5))).id}/resolve`);
  assert.equal(allowed.status, 200, 'the setting is about the own token of the app');
});

test('nothing untrue is sent: after a reorg, a confirmed charge is no longer notified', async () => {
  receiver.answer({ status: 500 });
  const charge = await Charge.create(price('12.00'));
  await (await attemptFor(charge)).pay('12.00');
  await stage.mine(2);
  await untilNotified(charge.id, 'charge:confirmed');
  await stage.anvil.reorg(2);
  await stage.caughtUp();
  await stage.invoiceBecomes(charge.id, { exceptions: ['reorged'] });
  const reversed = await Charge.retrieve(charge.id);
  assert.deepEqual([statesOf(reversed).at(-1), reversed.confirmed_at], ['UNRESOLVED OTHER', undefined]);
  assert.deepEqual(
    reversed.payments.filter(({ status }: Json) => status === 'CONFIRMED'),
    [],
  );
  receiver.answer({ status: 200 });
  const endpoint = (await ok<Json[]>(browser.get('/webhooks', { query: { app_id: shop.app.id } })))[0];
  const deliveries = () => ok<Json[]>(browser.get(`/webhook/${endpoint?.id}/deliveries`, { query: { limit: 100 } }));
  const confirmed = notified(charge.id).findLast(({ event }) => event.type === 'charge:confirmed');
  const delivery = (await deliveries()).find(({ event_id: id }) => id === confirmed?.event.id);
  await ok(browser.post(`/webhook-delivery/${delivery?.id}/redeliver`));
  const outdated = await until(
    async () => (await deliveries()).find(({ id, status }) => id === delivery?.id && status === 'exhausted'),
    'the delivery to end',
  );
  assert.match(outdated.error, /has changed since/);
});

test('a charge is not shown after it was changed in the database', async () => {
  const { db } = stage.database;
  const charge = await Charge.create({ ...price('6.00'), metadata: { order_id: 'A' } });
  const change = (order: string) =>
    db.query(
      `update shop_invoices set details = jsonb_set(details, '{metadata,order_id}', to_jsonb($1::text))
      where invoice_id = $2`,
      [order, charge.id],
    );
  await change('B');
  const refused = await send('GET', `/charges/${charge.id}`);
  assert.deepEqual([refused.status, refused.error.type], [503, 'service_unavailable']);
  assert.ok((await Charge.list({ limit: 1 }))[0].every(({ id }) => id !== charge.id));
  await change('A');
  assert.deepEqual((await Charge.retrieve(charge.code)).metadata, { order_id: 'A' });
});

test('lists continue in both directions, and invoices of the API are charges too', async () => {
  const own = await stage.shop();
  const other = await openDoor(own, {});
  assert.equal(other.webhook_secret, null);
  useKey(other.api_key);
  const invoice = await own.invoice('7.00', { order: { description: 'By the API' }, metadata: { a: '1' } });
  const ids = [invoice.id];
  for (const amount of ['1.00', '2.00', '3.00']) ids.unshift((await Charge.create(price(amount))).id);
  const idsOf = (charges: readonly Json[]) => charges.map(({ id }) => id);
  assert.deepEqual(idsOf(await Charge.all({ limit: 1 })), ids);
  assert.deepEqual(idsOf(await Charge.all({ limit: 3, order: 'asc' })), ids.toReversed());
  const [charges, page] = await Charge.list({ limit: 2, starting_after: ids[0] });
  assert.deepEqual(idsOf(charges), [ids[1], ids[2]]);
  const url = `${door.base_url}/charges?limit=2&order=desc`;
  assert.deepEqual(page, {
    ...{ order: 'desc', starting_after: ids[0], ending_before: null, total: 4, limit: 2, yielded: 2 },
    cursor_range: [ids[1], ids[2]],
    previous_uri: `${url}&ending_before=${ids[1]}`,
    next_uri: `${url}&starting_after=${ids[2]}`,
  });
  assert.deepEqual(idsOf((await Charge.list({ limit: 2, ending_before: ids[3] }))[0]), [ids[1], ids[2]]);
  const [last] = await Charge.list({ limit: 1, order: 'asc' });
  assert.deepEqual(
    [last[0].id, last[0].code, last[0].name, last[0].metadata],
    [invoice.id, invoice.id, 'By the API', { a: '1' }],
  );
  const [events] = await Event.list({ limit: 1, order: 'asc' });
  assert.deepEqual([events[0].type, events[0].data.id], ['charge:created', invoice.id]);
  const [checkouts, none] = await Checkout.list({ limit: 0 });
  assert.deepEqual([checkouts, none.total, none.yielded, none.cursor_range], [[], 0, 0, []]);
  const [shown, counted] = await Charge.list({ limit: 0 });
  assert.deepEqual([shown, counted.total, counted.next_uri, counted.cursor_range], [[], 4, null, []]);

  // The charges of another app are unknown, and so are its events.
  useKey(door.api_key);
  await assert.rejects(Charge.retrieve(ids[0]), commerce.errors.ResourceNotFoundError);
  await assert.rejects(Event.retrieve(events[0].id), commerce.errors.ResourceNotFoundError);
  await assert.rejects(Charge.list({ starting_after: ids[0] }), commerce.errors.ValidationError);
  for (const act of ['cancel', 'resolve'])
    assert.deepEqual((await send('POST', `/charges/${ids[0]}/${act}`)).error.type, 'not_found');
});

const isError = (name: ErrorName, message: RegExp) => (error: Error) =>
  error instanceof commerce.errors[name] && message.test(error.message);

test('each mistake has the error that clients map', async () => {
  const rows: readonly (readonly [object, RegExp])[] = [
    [{}, /pricing_type/],
    [{ pricing_type: 'fixed_price' }, /local_price/],
    [price(undefined), /local_price.amount/],
    [price('5', ''), /local_price.currency/],
  ];
  for (const [fields, message] of rows)
    await assert.rejects(Charge.create(fields), isError('ParamRequiredError', message));
  const invalid: readonly (readonly [object, RegExp])[] = [
    [{ pricing_type: 'no_price' }, /without a price are not supported/],
    [price('5.001'), /at most 2 decimals/],
    [price('-5'), /decimal/],
    [price('0'), /more than zero/],
    [price('1e3'), /decimal/],
    [price('5', 'BTX'), /ISO 4217/],
    [{ ...price('5'), metadata: 'order 1' }, /metadata/],
    [{ ...price('5'), metadata: { x: 'y'.repeat(8000) } }, /metadata/],
    [{ ...price('5'), redirect_url: 'javascript:alert(1)' }, /redirect_url/],
    [{ ...price('5'), cancel_url: 'data:text/html,x' }, /cancel_url/],
    [{ ...price('5'), name: 7 }, /name/],
    [{ ...price('5'), name: 'a\0b' }, /name/],
  ];
  for (const [fields, message] of invalid)
    await assert.rejects(Charge.create(fields), isError('ValidationError', message), JSON.stringify(fields));
  // A number has all the digits that the shop wrote.
  for (const [written, shown] of [
    ['0.10', '0.10'],
    ['123456789012345.67', '123456789012345.67'],
    ['5', '5.00'],
  ]) {
    const made = await send(
      'POST',
      '/charges',
      `{"pricing_type":"fixed_price","local_price":{"amount":${written},"currency":"usd"}}`,
    );
    assert.deepEqual([made.status, made.data?.pricing.local], [201, { amount: shown, currency: 'USD' }], written);
  }
  for (const [query, message] of [
    [{ limit: 101 }, /limit/],
    [{ limit: 'x' }, /limit/],
    [{ order: 'up' }, /order/],
    [{ starting_after: 'x' }, /starting_after/],
  ] as const)
    await assert.rejects(Charge.list(query), isError('ValidationError', message));
  for (const read of [Charge.retrieve('NOSUCH22'), Charge.retrieve('1'), Checkout.retrieve('1'), Event.retrieve('x')])
    await assert.rejects(read, commerce.errors.ResourceNotFoundError);
  const form = await send('POST', '/charges', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' });
  assert.deepEqual([form.status, form.error.type], [400, 'invalid_request']);
  for (const broken of ['{', '[]', '"x"', '7'])
    assert.equal((await send('POST', '/charges', broken)).error.type, 'invalid_request', broken);
  assert.equal((await send('GET', '/nothing')).error.type, 'not_found');
  assert.equal((await send('PUT', '/charges')).error.type, 'not_found');
});

test('only the key of an open door works, from its addresses', async () => {
  const rejected = async (key: string) => {
    useKey(key);
    await assert.rejects(Charge.list({}), commerce.errors.AuthenticationError);
  };
  // Another token of the app has no door, even with all scopes.
  await rejected(shop.app.token);
  const scoped = { app_id: shop.app.id, name: 'Token', scopes: ['invoices:read'] };
  await rejected((await ok<Json>(browser.post('/app-token', scoped))).token);
  await rejected('nonsense');
  const greenfield = await ok<Json>(browser.post(`/app/${shop.app.id}/doors`, { kind: 'greenfield' }));
  await rejected(greenfield.api_key);
  const bound = await openDoor(shop, { cidrs: ['203.0.113.0/24'] });
  await rejected(bound.api_key);
  assert.deepEqual((await fetch(`${door.base_url}/charges`)).status, 401);

  // A door ends with its token, and so do its notifications.
  useKey(door.api_key);
  const charge = await Charge.create(price('4.00'));
  await untilNotified(charge.id, 'charge:created');
  const forged = receiver.received.at(-1);
  assert.throws(
    () =>
      commerce.Webhook.verifyEventBody(
        `${forged?.body} `,
        forged?.headers['x-cc-webhook-signature'] ?? '',
        door.webhook_secret,
      ),
    commerce.errors.SignatureVerificationError,
  );
  await ok(browser.delete(`/app-token/${door.id}`));
  await rejected(door.api_key);
  const watching = await openDoor(shop, { webhook_url: `${receiver.url}/second` });
  await ok(shop.api.delete(`/invoice/${charge.id}`));
  await until(() => receiver.received.some(({ path }) => path.endsWith('/second')), 'the open door to be notified');
  assert.ok(watching.webhook_secret);
  const closed = receiver.received.filter(({ path, body }) => !path.endsWith('/second') && body.includes(charge.id));
  assert.deepEqual(
    closed.map(({ body }) => JSON.parse(body).event.type),
    ['charge:created'],
  );
});
