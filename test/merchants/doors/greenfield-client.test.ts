// A shop with the unmodified client of BTCPay Greenfield sells through a door, from the order to the paid invoice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import client from 'btcpay-greenfield-node-client';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { phpClient, phpClientFolder } from '../../rig/doors/greenfield-php.ts';
import { ownerBrowser } from '../../rig/doors/owner-browser.ts';
import { startReceiver } from '../../rig/receiver.ts';
import { type Shop, type Stage, startStage } from '../../rig/stage.ts';

const { ApiKeysService, InvoicesService, OpenAPI, ServerInfoService, StoresService } = client as unknown as Json;

let stage: Stage;
let shop: Shop;
/** The merchant's browser, just signed in. */
let browser: Client;
let door: Json;
let storeId: string;

before(async () => {
  stage = await startStage({ confirmations: 2 });
  shop = await stage.shop();
  browser = await ownerBrowser(stage.service.apiUrl, stage.merchant);
  door = await openDoor(shop.app.id);
  storeId = door.store_id;
  OpenAPI.BASE = door.base_url;
  OpenAPI.TOKEN = door.api_key;
});

after(() => stage?.close());

const openDoor = (appId: string, body: object = {}) =>
  ok<Json>(browser.post(`/app/${appId}/doors`, { kind: 'greenfield', ...body }));

interface Sent {
  readonly method?: string;
  readonly token?: string | null;
  readonly body?: unknown;
  /** A body that is sent as it is. */
  readonly text?: string;
}

async function send(path: string, { method = 'GET', token = door.api_key, body, text }: Sent = {}) {
  const response = await fetch(`${door.base_url}/api/v1${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `token ${token}` }),
      ...(body === undefined && text === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined && text === undefined ? {} : { body: text ?? JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const create = (requestBody: object): Promise<Json> => InvoicesService.invoicesCreateInvoice({ storeId, requestBody });
const read = (id: string): Promise<Json> => InvoicesService.invoicesGetInvoice({ storeId, invoiceId: id });

test('the client reads its key, its store and the server', async () => {
  assert.match(door.api_key, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual([door.kind, door.base_url, storeId], ['greenfield', stage.service.url, shop.app.id]);
  const key = await ApiKeysService.getApiKeysService();
  assert.equal(key.apiKey, door.api_key);
  assert.deepEqual(
    key.permissions.toSorted(),
    [
      `btcpay.store.cancreateinvoice:${storeId}`,
      `btcpay.store.cancreatenonapprovedpullpayments:${storeId}`,
      `btcpay.store.canmodifyinvoices:${storeId}`,
      `btcpay.store.canviewinvoices:${storeId}`,
      `btcpay.store.canviewstoresettings:${storeId}`,
      `btcpay.store.webhooks.canmodifywebhooks:${storeId}`,
    ],
    'plugins refuse any other set',
  );
  const [store] = await StoresService.storesGetStores();
  assert.deepEqual([store.id, store.defaultCurrency], [storeId, 'USD']);
  assert.deepEqual(await StoresService.storesGetStore({ storeId }), store);
  const info = await ServerInfoService.serverInfoGetServerInfo();
  assert.deepEqual([info.fullySynched, info.product], [true, 'Quittance']);
  assert.match(info.version, /^2\.\d+\.\d+$/);
  const methods = (await send(`/stores/${storeId}/payment-methods`)).body as Json[];
  assert.deepEqual(methods.map(({ paymentMethodId, enabled }) => `${paymentMethodId} ${enabled}`).toSorted(), [
    'ETH-LOCAL true',
    'USDT-LOCAL true',
  ]);
});

test('an order is made with nested metadata, paid with the address of a payment method, and settled', async () => {
  const metadata = {
    orderId: '1042',
    posData: { cart: [{ sku: 'a', count: 2 }], note: 'ü' },
    orderUrl: 'https://shop.example/orders/1042',
    buyerEmail: 'ada@shop.example',
    buyerName: 'Ada',
    itemDesc: 'Two lamps',
    taxIncluded: 1.25,
  };
  const checkout = {
    speedPolicy: 'MediumSpeed',
    redirectURL: 'https://shop.example/thanks?order={OrderId}&invoice={InvoiceId}',
    expirationMinutes: 90,
    defaultLanguage: 'de',
  };
  const made = await create({ amount: '20.00', currency: 'USD', metadata, checkout });
  assert.deepEqual([made.status, made.additionalStatus, made.amount, made.currency], ['New', 'None', '20.00', 'USD']);
  assert.deepEqual(made.metadata, metadata);
  assert.equal(made.checkout.redirectURL, checkout.redirectURL);
  assert.equal(made.checkoutLink, `${stage.service.url}/pay/${made.id}`);
  assert.equal(made.expirationTime - made.createdTime, 90 * 60);
  assert.deepEqual(made.availableStatusesForManualMarking, ['Settled', 'Invalid']);
  assert.deepEqual(await read(made.id), made);
  const own = await ok<Json>(shop.api.get(`/invoice/${made.id}`));
  assert.deepEqual(
    [own.order.description, own.order.reference, own.customer.email, own.metadata],
    ['Two lamps', null, 'ada@shop.example', { order_id: '1042', language: 'de' }].map((one) => one ?? undefined),
  );
  assert.equal(own.success_url, `https://shop.example/thanks?order=1042&invoice=${made.id}`);

  const methods: Json[] = await InvoicesService.invoicesGetInvoicePaymentMethods({ storeId, invoiceId: made.id });
  const ether = methods.find((one) => one.paymentMethodId === 'ETH-LOCAL');
  assert.ok(ether?.activated, JSON.stringify(methods));
  assert.deepEqual([ether.currency, ether.paymentMethodPaid, ether.payments], ['ETH', '0', []]);
  assert.match(ether.paymentLink, /^ethereum:0x/);
  const again = await InvoicesService.invoicesGetInvoicePaymentMethods({ storeId, invoiceId: made.id });
  assert.deepEqual(again, methods, 'another read makes no other quote');
  const to = await payEther(made.id);
  await stage.mine(1);
  const seen = await reached(made.id, 'Processing');
  assert.deepEqual([seen.additionalStatus, seen.availableStatusesForManualMarking], ['None', ['Settled']]);
  await stage.mine(2);
  const settled = await reached(made.id, 'Settled');
  assert.deepEqual([settled.additionalStatus, settled.availableStatusesForManualMarking], ['None', []]);
  const [paid] = ((await InvoicesService.invoicesGetInvoicePaymentMethods({ storeId, invoiceId: made.id })) as Json[])
    .filter((one) => one.paymentMethodId === 'ETH-LOCAL')
    .flatMap((one) => one.payments);
  assert.deepEqual([paid.status, paid.destination], ['Settled', to]);
});

/** Pays the invoice with the address that its payment methods name. */
async function payEther(invoiceId: string): Promise<string> {
  const methods: Json[] = await InvoicesService.invoicesGetInvoicePaymentMethods({ storeId, invoiceId });
  const link = methods.find(({ paymentMethodId }) => paymentMethodId === 'ETH-LOCAL')?.paymentLink;
  const [, to = '', value = ''] = /^ethereum:(0x[0-9a-fA-F]{40})@\d+\?value=(\d+)/.exec(link) ?? [];
  await (await stage.customer()).pay(to as never, BigInt(value));
  return to;
}

const reached = (id: string, status: string): Promise<Json> =>
  until(
    async () => {
      const found = await read(id);
      return found.status === status ? found : null;
    },
    () => `${id} is not ${status}`,
  );

test('order numbers may repeat, and lists filter by number, status, text and time', async () => {
  const [one, other] = [
    await create({ amount: 5, currency: 'eur', metadata: { orderId: 7 } }),
    await create({ amount: '6.50', currency: 'EUR', metadata: { orderId: '7', buyerEmail: 'bea@shop.example' } }),
  ];
  assert.deepEqual([one.amount, one.currency, one.metadata.orderId], ['5.00', 'EUR', 7]);
  const list = async (query: string) =>
    ((await send(`/stores/${storeId}/invoices?${query}`)).body as Json[]).map(({ id }) => id);
  assert.deepEqual(await list('orderId=7'), [other.id, one.id]);
  assert.deepEqual(await list('orderId=7&take=1&skip=1'), [one.id]);
  assert.deepEqual(await list('orderId=7&status=Settled'), []);
  assert.deepEqual(await list('textSearch=bea@'), [other.id]);
  assert.deepEqual(await list(`textSearch=${one.id}`), [one.id]);
  assert.deepEqual(await list(`startDate=${one.createdTime + 3600}`), []);
  assert.equal((await list('status=New&status=Settled&take=100')).length, 3);
  assert.deepEqual(await list('status=Processing&status=Expired&status=Invalid'), []);

  const { metadata } = await InvoicesService.invoicesUpdateInvoice({
    ...{ storeId, invoiceId: one.id },
    requestBody: { metadata: { orderId: '8', posData: ['x', { y: null }] } },
  });
  assert.deepEqual(metadata, { orderId: '8', posData: ['x', { y: null }] });
  assert.deepEqual(await list('orderId=8'), [one.id]);
  await InvoicesService.invoicesArchiveInvoice({ storeId, invoiceId: one.id });
  assert.deepEqual(await list('orderId=8'), []);
  assert.deepEqual(await list('orderId=8&includeArchived=true'), [one.id]);
  assert.equal((await read(one.id)).archived, true);
  const back = await InvoicesService.invoicesUnarchiveInvoice({ storeId, invoiceId: one.id });
  assert.equal(back.archived, false);
  const elsewhere = await ok<Json>(shop.api.post('/invoice', { total: '3.00', currency: 'USD' }));
  assert.deepEqual((await read(elsewhere.id)).metadata, {}, 'an invoice of the API is one of the store');
});

test('a merchant marks an invoice, unless its state forbids it', async () => {
  const mark = (id: string, status: string) =>
    send(`/stores/${storeId}/invoices/${id}/status`, { method: 'POST', body: { status } });
  const [sold, dropped] = [await create({ amount: '1.00' }), await create({ amount: '2.00' })];
  const settled = await mark(sold.id, 'Complete');
  assert.deepEqual([settled.body.status, settled.body.additionalStatus], ['Settled', 'Marked']);
  assert.equal((await ok<Json>(shop.api.get(`/invoice/${sold.id}`))).exceptions.join(), 'settled_manually');
  const invalid = await mark(dropped.id, 'Invalid');
  assert.deepEqual([invalid.body.status, invalid.body.additionalStatus], ['Invalid', 'Marked']);
  for (const [id, status] of [
    [sold.id, 'Invalid'],
    [dropped.id, 'Settled'],
    [sold.id, 'New'],
  ]) {
    const refused = await mark(id, status);
    assert.deepEqual([refused.status, refused.body[0]?.path], [422, 'status'], JSON.stringify(refused.body));
  }
});

test('an invalid request is refused with the path of the member, and nothing is made', async () => {
  const before = (await send(`/stores/${storeId}/invoices?take=1000`)).body.length;
  const rows: [text: string, path: string][] = [
    ['{"currency":"USD"}', 'amount'],
    ['{"amount":"0"}', 'amount'],
    ['{"amount":"1.005","currency":"USD"}', 'amount'],
    ['{"amount":1e2}', 'amount'],
    ['{"amount":{"value":"1"}}', 'amount'],
    ['{"amount":"1","currency":"BTC"}', 'currency'],
    ['{"amount":"1","metadata":"x"}', 'metadata'],
    ['{"amount":"1","metadata":{"orderId":{"a":1}}}', 'metadata.orderId'],
    ['{"amount":"1","checkout":[1]}', 'checkout'],
    ['{"amount":"1","checkout":{"redirectURL":"javascript:alert(1)"}}', 'checkout.redirectURL'],
    ['{"amount":"1","checkout":{"expirationMinutes":1}}', 'checkout.expirationMinutes'],
  ];
  for (const [text, path] of rows) {
    const refused = await send(`/stores/${storeId}/invoices`, { method: 'POST', text });
    assert.deepEqual([refused.status, refused.body[0]?.path], [422, path], `${text} ${JSON.stringify(refused.body)}`);
  }
  const kept = await create({ amount: '9007199254740993.00', currency: 'USD' }).catch((error) => error.body);
  assert.equal(kept[0]?.path, 'amount', 'more digits than any order has');
  const exact = await send(`/stores/${storeId}/invoices`, { method: 'POST', text: '{"amount":900719925474099.93}' });
  assert.equal(exact.body.amount, '900719925474099.93', 'no digit is lost');
  assert.equal((await send(`/stores/${storeId}/invoices?take=1000`)).body.length, before + 1);
  for (const text of ['{', '[]', '"x"', '<xml/>']) {
    const refused = await send(`/stores/${storeId}/invoices`, { method: 'POST', text });
    assert.deepEqual([refused.status, typeof refused.body.code], [400, 'string'], text);
  }
});

test('a key reads its own store only, and stops with its door', async () => {
  const other = await stage.shop();
  const foreign = await openDoor(other.app.id, { cidrs: ['192.0.2.0/24'] });
  const made = await create({ amount: '4.00' });
  const of = (path: string, token: string | null) => send(path, { token });
  assert.equal((await of(`/stores/${other.app.id}/invoices`, door.api_key)).status, 404);
  assert.equal((await of('/stores', foreign.api_key)).status, 403, 'bound to another address');
  const third = await openDoor(other.app.id);
  assert.equal((await of(`/stores/${other.app.id}/invoices/${made.id}`, third.api_key)).status, 404);
  const settles = await send(`/stores/${other.app.id}/invoices/${made.id}/status`, {
    ...{ method: 'POST', token: third.api_key, body: { status: 'Settled' } },
  });
  assert.equal(settles.status, 404);
  for (const token of [null, 'x', shop.app.token, `${door.api_key}x`]) {
    const refused = await of('/stores', token);
    assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated'], String(token));
  }
  await ok(browser.delete(`/app-token/${third.id}`));
  assert.equal((await of('/stores', third.api_key)).status, 401);
  const unknown = await of('/nowhere', door.api_key);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not-found']);
});

if (phpClientFolder !== undefined) {
  const folder = phpClientFolder;

  test('the unmodified PHP client reads, sells, lists and marks', async () => {
    const call = phpClient(folder, door);
    assert.equal((await call('ApiKey::getCurrent')).apiKey, door.api_key);
    assert.deepEqual(
      (await call('Store::getStores')).map(({ id }: Json) => id),
      [storeId],
    );
    assert.equal((await call('Server::getInfo')).fullySynched, true);
    const methods: Json[] = await call('StorePaymentMethod::getPaymentMethods', storeId);
    assert.ok(methods.every(({ enabled }) => enabled));
    const metadata = { posData: { a: [] }, taxIncluded: 1.5 };
    const checkout = { checkout: { redirectURL: 'https://shop.example/', paymentMethods: ['ETH_LOCAL'] } };
    const amount = { precise: '12.50' };
    const made = await call(
      'Invoice::createInvoice',
      storeId,
      'USD',
      amount,
      'P-1',
      'c@shop.example',
      metadata,
      checkout,
    );
    assert.deepEqual([made.amount, made.metadata.orderId, made.status], ['12.50', 'P-1', 'New']);
    assert.deepEqual(made.checkout.paymentMethods, ['ETH_LOCAL']);
    const plain = await call('Invoice::createInvoice', storeId, 'USD', amount);
    assert.deepEqual(await call('Invoice::getInvoice', storeId, plain.id), plain);
    const found = await call('Invoice::getInvoicesByOrderIds', storeId, ['P-1', 'P-2']);
    assert.deepEqual(
      found.map(({ id }: Json) => id),
      [made.id],
    );
    const paid: Json[] = await call('Invoice::getPaymentMethods', storeId, made.id);
    assert.equal(paid.length, methods.length);
    assert.deepEqual((await call('Invoice::updateInvoice', storeId, plain.id, [])).metadata, []);
    assert.equal((await call('Invoice::markInvoiceStatus', storeId, made.id, 'Invalid')).status, 'Invalid');
  });

  test('the unmodified PHP client verifies each notification, and refunds', async () => {
    const call = phpClient(folder, door);
    const receiver = await startReceiver();
    try {
      const types = ['InvoiceReceivedPayment', 'InvoiceProcessing', 'InvoicePaymentSettled', 'InvoiceSettled'];
      const webhook = await call('Webhook::createWebhook', storeId, receiver.url, types, null);
      assert.equal((await call('Webhook::getWebhook', storeId, webhook.id)).url, receiver.url);
      const amount = { precise: '9.00' };
      const made = await call('Invoice::createInvoice', storeId, 'USD', amount, 'P-9', null, { note: ['x'] });
      await payEther(made.id);
      await stage.mine(3);
      const sent = await receiver.until(4);
      for (const { body, headers } of sent) {
        const header = headers['btcpay-sig'];
        assert.equal(await call('Webhook::isIncomingWebhookRequestValid', body, header, webhook.secret), true, body);
      }
      const notified = sent.map(({ body }) => JSON.parse(body) as Json);
      assert.deepEqual(notified.map(({ type }) => type).toSorted(), types.toSorted());
      assert.ok(notified.every(({ invoiceId, metadata }) => invoiceId === made.id && metadata.orderId === 'P-9'));
      const deliveries: Json[] = await call('Webhook::getLatestDeliveries', storeId, webhook.id, '10');
      assert.ok(deliveries.every(({ status }) => status === 'HttpSuccess'));
      const refund = await call('Invoice::refundInvoice', storeId, made.id, 'CurrentRate', 'ETH-LOCAL');
      assert.match(refund.viewLink, /^http/);
      await call('Webhook::updateWebhook', storeId, `${receiver.url}x`, webhook.id, types, true, true, webhook.secret);
    } finally {
      await receiver.close();
    }
  });
}
