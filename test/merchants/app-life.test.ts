// The life of an app after its creation: what it took in, and what becomes of it when it is archived.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok } from '../rig/client.ts';
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
  await shop.anvil.call(shop.usdt, 'Token', 'transfer', [second.to, 30_000_000n]);
  await shop.anvil.mine(3);
  await shop.invoiceWhere(eth.id, (one) => one.status === 'paid', 'the first invoice is paid');
  await shop.invoiceWhere(usdt.id, (one) => one.status === 'paid', 'the second invoice is paid');
  const { cryptocurrencies, currencies } = await ok<Json>(sheet());
  const byCoin = Object.fromEntries(cryptocurrencies.map((line: Json) => [line.cryptocurrency, line]));
  assert.deepEqual([byCoin.ETH.credited, byCoin.ETH.net, byCoin.ETH.contract], ['0.01', '0.01', null]);
  assert.deepEqual([byCoin.USDT.credited, byCoin.USDT.payments, byCoin.USDT.network], ['30', 1, 'local']);
  assert.deepEqual(currencies, [{ currency: 'USD', payments: 2, credited: '50.00', reversed: '0.00', net: '50.00' }]);
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

test('an archived app is gone for its owner, its token is no more, and its open invoice can still be paid', async () => {
  const { api, appApi, app } = shop.merchant;
  await ok(api.put(`/app/${app.id}`, { slug: 'our-shop' }));
  const invoice = await shop.invoice('10.00');
  const stranger = await shop.newMerchant();
  assert.equal((await stranger.api.delete(`/app/${app.id}`)).status, 404);
  assert.equal((await appApi.delete(`/app/${app.id}`)).status, 403);
  const archived = await ok<Json>(api.delete(`/app/${app.id}`));
  assert.equal(archived.id, app.id);
  assert.equal((await appApi.get('/invoices')).status, 401);
  assert.deepEqual(await ok(api.get('/app')), []);
  for (const path of [`/app/${app.id}`, '/app/our-shop', `/app/${app.id}/settings`])
    assert.equal((await api.get(path)).status, 404, path);
  for (const path of ['/invoices', '/app-addresses', '/webhooks', '/events', '/unmatched-payments'])
    assert.equal((await api.get(path, { query: { app_id: app.id } })).status, 404, path);
  assert.equal((await api.delete(`/app/${app.id}`)).status, 404);
  const again = { name: 'Next shop', url: 'https://shop.example', environment: 'development', slug: 'our-shop' };
  assert.equal((await ok<Json>(api.post('/app', again))).slug, 'our-shop');

  const attempt = await shop.attempt(invoice.id);
  const customer = shop.anvil.accounts[2]?.address as `0x${string}`;
  await shop.anvil.send({ from: customer, to: attempt.to, value: 5n * 10n ** 15n });
  await shop.anvil.mine(3);
  await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the invoice is paid all the same');
});
