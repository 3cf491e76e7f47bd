// The life of an app after its creation: its receipts, and its end when it is archived.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { startReceiver } from '../rig/receiver.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;

before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

const sheet = (query: Record<string, string> = {}) =>
  shop.merchant.api.get<Json>(`/app/${shop.merchant.app.id}/balance-sheet`, { query });

test('the balance sheet sums credits by coin and by currency, and shows what a reorg took back', async () => {
  assert.deepEqual((await ok(sheet())).currencies, []);
  const eth = await shop.invoice('20.00');
  const usdt = await shop.invoice('30.00');
  const [customer, other] = [shop.anvil.accounts[2], shop.anvil.accounts[0]];
  const first = await shop.attempt(eth.id, 'ETH', customer?.address);
  const second = await shop.attempt(usdt.id, 'USDT', other?.address);
  await shop.anvil.send({ from: customer?.address as `0x${string}`, to: first.to, value: 10n ** 16n });
  await shop.anvil.mine(1);
  await shop.anvil.call(shop.usdt, 'Token.transfer', [second.to, 30_000_000n]);
  await shop.anvil.mine(3);
  await shop.invoiceWhere(eth.id, (one) => one.status === 'paid', 'the first invoice is paid');
  await shop.invoiceWhere(usdt.id, (one) => one.status === 'paid', 'the second invoice is paid');
  const { cryptocurrencies, currencies } = await ok<Json>(sheet());
  const byCoin = Object.fromEntries(cryptocurrencies.map((line: Json) => [line.cryptocurrency, line]));
  assert.deepEqual([byCoin.ETH.credited, byCoin.ETH.net, byCoin.ETH.contract], ['0.01', '0.01', null]);
  assert.deepEqual([byCoin.USDT.credited, byCoin.USDT.payments, byCoin.USDT.network], ['30', 1, 'local']);
  const sums = { payments: 2, credited: '50.00', reversed: '0.00', net: '50.00' };
  const noRefunds = { refunds: 0, refunded: '0.00', refunds_reversed: '0.00', balance: '50.00' };
  assert.deepEqual(currencies, [{ currency: 'USD', ...sums, ...noRefunds }]);
  assert.deepEqual((await ok(sheet({ to: '2020-01-01T00:00:00Z' }))).currencies, []);
  await shop.anvil.reorg(3);
  await shop.anvil.mine(1);
  await shop.invoiceWhere(usdt.id, (one) => one.status === 'open', 'the second payment is taken back');
  const [usd] = (await ok<Json>(sheet())).currencies;
  assert.deepEqual([usd.credited, usd.reversed, usd.net], ['50.00', '30.00', '20.00']);
});

test('a period that ends before it begins, or is no time, is refused by name', async () => {
  const backwards = await sheet({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' });
  assert.deepEqual([backwards.status, backwards.body.errors[0].field], [422, 'to']);
  assert.equal((await sheet({ from: 'yesterday' })).status, 422);
  assert.equal((await (await shop.newMerchant()).api.get(`/app/${shop.merchant.app.id}/balance-sheet`)).status, 404);
});

test('S8-archived: an app archived with an open invoice that is then paid stays readable and complete', async () => {
  const { api, appApi, app } = shop.merchant;
  const receiver = await startReceiver();
  try {
    const webhook = await ok<Json>(appApi.post('/webhook', { url: receiver.url, events: ['invoice.paid'] }));
    await ok(api.put(`/app/${app.id}`, { slug: 'our-shop' }));
    const [invoice, owed, regretted, given] = [
      await shop.invoice('10.00'),
      await shop.invoice('20.00'),
      await shop.invoice('30.00'),
      await shop.invoice('40.00'),
    ];
    const stranger = await shop.newMerchant();
    assert.equal((await stranger.api.delete(`/app/${app.id}`)).status, 404);
    assert.equal((await appApi.delete(`/app/${app.id}`)).status, 403);
    const archived = await ok<Json>(api.delete(`/app/${app.id}`));
    assert.deepEqual([archived.id, archived.slug, typeof archived.archived_at], [app.id, null, 'string']);
    assert.deepEqual(await ok(api.delete(`/app/${app.id}`)), archived, 'it is archived once');
    assert.equal((await appApi.get('/invoices')).status, 401);
    assert.deepEqual(await ok(api.get('/app')), []);
    assert.deepEqual(await ok(api.get('/app', { query: { archived: 'true' } })), [archived]);
    assert.equal((await api.get('/app/our-shop')).status, 404);

    const customer = shop.anvil.accounts[2]?.address as `0x${string}`;
    const attempt = await shop.attempt(invoice.id);
    await shop.anvil.send({ from: customer, to: attempt.to, value: 5n * 10n ** 15n });
    await shop.anvil.mine(3);
    await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the invoice is paid all the same');
    const [told] = await receiver.until(1);
    assert.equal(JSON.parse(told?.body ?? '{}').data.id, invoice.id);

    const lost = shop.anvil.accounts[5]?.address as `0x${string}`;
    const hash = await shop.anvil.send({ from: lost, to: attempt.to, value: 11n * 10n ** 15n });
    await shop.anvil.mine(4);
    const query = { app_id: app.id };
    const waiting = await until(
      async () => (await ok<Json[]>(api.get('/unmatched-payments', { query }))).find((one) => one.hash === hash),
      'what nobody can place waits for the merchant of the archived app',
    );
    const assigned = await api.post<Json>(`/unmatched-payment/${waiting.id}/assign`, { invoice_id: owed.id });
    assert.equal(assigned.status, 200);
    await shop.invoiceWhere(owed.id, (one) => one.status === 'paid', 'it pays an invoice of the archived app');
    await ok(api.delete(`/invoice/${regretted.id}`));
    assert.equal((await ok<Json>(api.post(`/invoice/${given.id}/settle`, { reason: 'Paid in cash' }))).status, 'paid');

    const listed = await ok<Json[]>(api.get('/invoices', { query: { ...query, status: 'paid' } }));
    assert.ok([invoice, owed, given].every(({ id }) => listed.some((one) => one.id === id)));
    const [transaction] = await ok<Json[]>(api.get('/transactions', { query: { invoice_id: invoice.id } }));
    assert.deepEqual([transaction.id, transaction.status], [attempt.id, 'success']);
    const lists = ['/app-addresses', '/app-cryptocurrencies', '/webhooks', '/events', '/audit-log'];
    for (const path of lists) assert.ok((await ok<Json[]>(api.get(path, { query }))).length > 0, path);
    assert.equal((await ok<Json[]>(api.get(`/webhook/${webhook.id}/deliveries`))).length, 3);
    assert.ok((await ok<Json>(api.get(`/app/${app.id}/balance-sheet`))).currencies.length > 0);
    assert.equal((await ok<Json>(api.get(`/app/${app.id}`))).name, app.name);
    assert.equal((await ok<Json>(api.get(`/app/${app.id}/settings`))).quote_window, 900);
    for (const path of ['/invoices', '/webhooks', '/events', '/unmatched-payments'])
      assert.equal((await stranger.api.get(path, { query })).status, 404, path);
  } finally {
    await receiver.close();
  }
});

test('an archived app takes nothing new and no change, until it is restored with its token and its slug', async () => {
  const { api, appApi, app } = shop.merchant;
  const app_id = app.id;
  const address = { app_id, network: 'local', kind: 'address', value: shop.anvil.accounts[6]?.address };
  const coin = { app_id, cryptocurrency: 'ETH', network: 'local' };
  const [place] = await ok<Json[]>(api.get('/app-addresses', { query: { app_id } }));
  const [accepted] = await ok<Json[]>(api.get('/app-cryptocurrencies', { query: { app_id } }));
  const [invoice] = await ok<Json[]>(api.get('/invoices', { query: { app_id } }));
  const refusals = await Promise.all([
    api.post<Json>('/invoice', { app_id, total: '10.00', currency: 'USD' }),
    api.put<Json>(`/invoice/${invoice.id}`, { metadata: { a: 'b' } }),
    api.post<Json>('/app-address', address),
    api.put<Json>(`/app-address/${place.id}`, { enabled: false }),
    api.delete<Json>(`/app-address/${place.id}`),
    api.post<Json>('/app-cryptocurrency', coin),
    api.put<Json>(`/app-cryptocurrency/${accepted.id}`, { confirmations: 9 }),
    api.delete<Json>(`/app-cryptocurrency/${accepted.id}`),
    api.post<Json>('/webhook', { app_id, url: 'https://shop.example/hook' }),
    api.put<Json>(`/app/${app_id}`, { name: 'Other', token: true }),
    api.put<Json>(`/app/${app_id}/settings`, { quote_window: 600 }),
  ]);
  for (const [index, { status, body }] of refusals.entries())
    assert.deepEqual([status, body.code], [409, 'app_archived'], String(index));

  const again = { name: 'Next shop', url: 'https://shop.example', environment: 'development', slug: 'our-shop' };
  const next = await ok<Json>(api.post('/app', again));
  assert.equal(next.slug, 'our-shop', 'the owner may give the slug of an archived app to another one');
  const restored = await ok<Json>(api.post(`/app/${app_id}/restore`));
  assert.deepEqual([restored.token, restored.slug, 'archived_at' in restored], [app.token, null, false]);
  assert.equal((await appApi.get('/invoices')).status, 200);
  await ok(appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  await ok(api.delete(`/app/${next.id}`));
  assert.equal((await ok<Json>(api.post(`/app/${next.id}/restore`))).slug, 'our-shop', 'it was kept for the app');
  const actions = (await ok<Json[]>(api.get('/audit-log', { query: { app_id } }))).map((one) => one.action);
  assert.ok(actions.includes('app.archived') && actions.includes('app.restored'));
});
