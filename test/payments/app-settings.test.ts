// App settings: their defaults and bounds, and that each of them has its documented effect, on a real chain.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;
const change = (settings: object) => shop.merchant.api.put<Json>(`/app/${shop.merchant.app.id}/settings`, settings);
const defaults = {
  quote_window: 900,
  underpayment_tolerance: { percent: 0, fiat_max: null },
  amount_room: { percent: 0.1, fiat_max: '0.50' },
  late_payments: 'accept_if_worth_the_due',
  confirmations_by_value: [],
  unconfirmed_payments: { confirmed_inputs: false, fee_within_blocks: null, quiet_seconds: 0, hourly_max: null },
  stablecoins: 'at_par',
  unpaid_addresses_max: 1000,
  support_contact: null,
  branding: { color: null, logo: null },
  webhook_defaults: { events: null },
  app_token_may: [],
  // The shop's origin.
  embed_origins: ['https://shop.example'],
};

before(async () => {
  shop = await openShop();
});
after(() => shop?.close());
beforeEach(() => ok(change(defaults)));

test('settings that were never made are the defaults, and a change leaves the others alone', async () => {
  const made = { name: 'Fresh', url: 'https://shop.example', environment: 'development' };
  const fresh = await ok<Json>(shop.merchant.api.post('/app', made));
  assert.deepEqual(await ok(shop.merchant.api.get(`/app/${fresh.id}/settings`)), defaults);
  const changed = await ok<Json>(change({ quote_window: 600, branding: { color: '#12AB9f' } }));
  assert.deepEqual(changed, { ...defaults, quote_window: 600, branding: { color: '#12AB9f', logo: null } });
  assert.deepEqual(await ok(shop.merchant.api.get(`/app/${shop.merchant.app.id}/settings`)), changed);
});

test('E8-tolerance: a value out of range is refused by name, and nothing is stored', async () => {
  const wrong: readonly [object, string][] = [
    [{ quote_window: 299 }, 'quote_window'],
    [{ quote_window: 3601 }, 'quote_window'],
    [{ underpayment_tolerance: { percent: 10.5 } }, 'underpayment_tolerance.percent'],
    [{ underpayment_tolerance: { percent: 0.125 } }, 'underpayment_tolerance.percent'],
    [{ late_payments: 'never' }, 'late_payments'],
    [
      { confirmations_by_value: [{ currency: 'XXQ', from: '1', confirmations: 2 }] },
      'confirmations_by_value.0.currency',
    ],
    [
      { confirmations_by_value: [{ currency: 'USD', from: '1', confirmations: 0 }] },
      'confirmations_by_value.0.confirmations',
    ],
    [{ confirmations_by_value: [{ currency: 'USD', confirmations: 2 }] }, 'confirmations_by_value.0.from'],
    [
      { confirmations_by_value: [{ currency: 'USD', from: '1', below: '5', confirmations: 2 }] },
      'confirmations_by_value.0.from',
    ],
    [
      { confirmations_by_value: [{ currency: 'USD', below: '5', confirmations: 'finalized' }] },
      'confirmations_by_value.0.confirmations',
    ],
    [{ unconfirmed_payments: { fee_within_blocks: 1 } }, 'unconfirmed_payments.fee_within_blocks'],
    [{ unconfirmed_payments: { quiet_seconds: 601 } }, 'unconfirmed_payments.quiet_seconds'],
    [{ unconfirmed_payments: { confirmed_inputs: 'yes' } }, 'unconfirmed_payments.confirmed_inputs'],
    [
      { unconfirmed_payments: { hourly_max: { currency: 'XXQ', amount: '10' } } },
      'unconfirmed_payments.hourly_max.currency',
    ],
    [
      { unconfirmed_payments: { hourly_max: { currency: 'USD', amount: '-1' } } },
      'unconfirmed_payments.hourly_max.amount',
    ],
    [{ stablecoins: 'par' }, 'stablecoins'],
    [{ unpaid_addresses_max: 19 }, 'unpaid_addresses_max'],
    [{ branding: { color: 'red' } }, 'branding.color'],
    [{ branding: { logo: 'javascript:alert(1)' } }, 'branding.logo'],
    [{ webhook_defaults: { events: ['invoice.eaten'] } }, 'webhook_defaults.events.0'],
    [{ quote_windw: 600 }, 'quote_windw'],
  ];
  for (const [settings, field] of wrong) {
    const { status, body } = await change({ ...settings, support_contact: 'kept?' });
    assert.equal(status, 422, JSON.stringify(settings));
    assert.ok(
      body.errors.some((error: Json) => error.field === field),
      JSON.stringify(body.errors),
    );
  }
  assert.deepEqual(await ok(shop.merchant.api.get(`/app/${shop.merchant.app.id}/settings`)), defaults);
});

test('another owner finds no settings, and an app token may read its own but not change them', async () => {
  const path = `/app/${shop.merchant.app.id}/settings`;
  const stranger = await shop.newMerchant();
  assert.equal((await stranger.api.get(path)).status, 404);
  assert.equal((await stranger.api.put(path, { quote_window: 600 })).status, 404);
  assert.equal((await shop.merchant.appApi.get(path)).status, 200);
  assert.equal((await shop.merchant.appApi.put(path, { quote_window: 600 })).status, 403);
  assert.equal((await shop.anyone.get(path)).status, 401);
});

test('quote_window says how long a quote holds', async () => {
  await ok(change({ quote_window: 300 }));
  const attempt = await shop.attempt((await shop.invoice('10.00')).id);
  assert.equal(Date.parse(attempt.expire_at) - Date.parse(attempt.created_at), 300_000);
});

test('W44-confirmations: confirmations_by_value only adds confirmations, in any currency', async () => {
  await ok(
    change({
      confirmations_by_value: [
        { currency: 'USD', from: '0', confirmations: 1 },
        { currency: 'USD', from: '50', confirmations: 5 },
        { currency: 'EUR', from: '90', confirmations: 8 },
        { currency: 'USD', from: '1000', confirmations: 'finalized' },
      ],
    }),
  );
  const depths = [];
  for (const total of ['49.99', '50.00', '100.00', '1000.00']) {
    const attempt = await shop.attempt((await shop.invoice(total)).id);
    depths.push([attempt.required_confirmations, attempt.requires_finality]);
  }
  assert.deepEqual(depths, [
    [3, false],
    [5, false],
    [8, false],
    [8, true],
  ]);
});

test('W44-fewer-for-little: an app may ask for fewer for small amounts, down to the operator’s floor', async () => {
  await ok(
    change({
      confirmations_by_value: [
        { currency: 'USD', below: '25', confirmations: 1 },
        { currency: 'USD', from: '50', confirmations: 5 },
      ],
    }),
  );
  const depths = [];
  for (const total of ['24.99', '25.00', '50.00'])
    depths.push((await shop.attempt((await shop.invoice(total)).id)).required_confirmations);
  assert.deepEqual(depths, [2, 3, 5], 'the operator of this instance lets nobody go below two');
});

test('B22-final-only: a payment that must be final waits until its block is final', async () => {
  await ok(change({ confirmations_by_value: [{ currency: 'USD', from: '0', confirmations: 'finalized' }] }));
  const invoice = await shop.invoice('20.00');
  const attempt = await shop.attempt(invoice.id);
  await shop.anvil.send({ from: shop.anvil.accounts[2]?.address as `0x${string}`, to: attempt.to, value: 10n ** 16n });
  await shop.anvil.mine(6);
  const deep = await shop.transactionWhere(attempt.id, (one) => one.confirmations >= 6, 'it is six blocks deep');
  assert.equal(deep.status, 'processing', 'deep enough for the network, but not final');
  await shop.anvil.mine(8);
  // The depth is not checked, since the node may finalize the block before the scan has reached that depth.
  await shop.transactionWhere(attempt.id, (one) => one.status === 'success', 'it succeeds once final');
});

test('underpayment_tolerance forgives what it says', async () => {
  await ok(change({ underpayment_tolerance: { percent: 1, fiat_max: '0.50' } }));
  const invoice = await shop.invoice('100.00');
  const attempt = await shop.attempt(invoice.id, 'USDT', shop.anvil.accounts[0]?.address);
  await shop.anvil.call(shop.usdt, 'Token.transfer', [attempt.to, 99_500_000n]);
  await shop.anvil.mine(3);
  const paid = await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the invoice is paid');
  assert.equal(paid.paid, '99.50');
});

test('late_payments: hold makes a late payment wait for the merchant', async () => {
  await ok(change({ late_payments: 'hold' }));
  const attempt = await shop.attempt((await shop.invoice('30.00')).id, 'USDT', shop.anvil.accounts[0]?.address);
  await ok(shop.anyone.delete(`/transaction/${attempt.id}`));
  await shop.anvil.call(shop.usdt, 'Token.transfer', [attempt.to, 30_000_000n]);
  await shop.anvil.mine(1);
  await shop.transactionWhere(attempt.id, (one) => one.status === 'canceled', 'it is canceled');
  await until(async () => (await shop.eventTypes()).includes('payment.unmatched'), 'the payment waits');
});

test('the customer is shown support_contact and branding, the merchant is not', async () => {
  await ok(change({ support_contact: 'help@shop.example', branding: { color: '#336699' } }));
  const invoice = await shop.invoice('5.00');
  const seen = await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`));
  assert.equal(seen.support_contact, 'help@shop.example');
  assert.deepEqual(seen.branding, { color: '#336699', logo: null });
  assert.equal('support_contact' in (await ok<Json>(shop.merchant.api.get(`/invoice/${invoice.id}`))), false);
});

test('a webhook whose creator names no events takes those of webhook_defaults', async () => {
  await ok(change({ webhook_defaults: { events: ['invoice.paid'] } }));
  const url = 'https://shop.example/hook';
  const quiet = await ok<Json>(shop.merchant.appApi.post('/webhook', { url }));
  assert.deepEqual(quiet.events, ['invoice.paid']);
  const all = await ok<Json>(shop.merchant.appApi.post('/webhook', { url, events: null }));
  assert.equal(all.events, null);
  for (const { id } of [quiet, all]) await ok(shop.merchant.appApi.delete(`/webhook/${id}`));
});
