// Quotes are promises: an amount stays its customer's for seven days, and a shop stays payable when all amounts are
// taken.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { client, type Json, ok } from '../../rig/client.ts';
import { startService } from '../../rig/service.ts';
import { type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

const confirmations = 2;
let stage: Stage;

before(async () => {
  // As dear as Bitcoin: 0.01 CHF is eleven amounts of eight decimals.
  stage = await startStage({ confirmations, rates: { ETH: { USD: '2000', CHF: '88000' } } });
});

after(() => stage?.close());

const ask = (invoice: Json, more: Json = {}): Promise<Json> =>
  ok(
    stage.anyone.post(`/invoice/${invoice.id}/payment-request`, { cryptocurrency: 'USDT', network: 'local', ...more }),
  );
const giveUp = (quote: Json): Promise<Json> => ok(stage.anyone.delete(`/transaction/${quote.id}`));
const unmatched = (shop: Shop): Promise<Json[]> =>
  ok(stage.merchant.api.get('/unmatched-payments', { query: { app_id: shop.app.id, status: 'waiting' } }));

test('M1-promise-kept: the next customer of the same price gets another amount, from another process, too', async () => {
  const shop = await stage.shop();
  const payer = await stage.customer();
  const [first, second, third] = [
    await shop.invoice('61.00'),
    await shop.invoice('61.00'),
    await shop.invoice('61.00'),
  ];
  const quote = await ask(first);
  await giveUp(quote);
  const other = await startService({ ...stage.options, roles: 'api' });
  const [next, fromOther] = await Promise.all([
    ask(second),
    ok<Json>(
      client(`${other.url}/api`).post(`/invoice/${third.id}/payment-request`, {
        cryptocurrency: 'USDT',
        network: 'local',
      }),
    ),
  ]).finally(() => other.stop());
  assert.equal(new Set([quote, next, fromOther].map(({ amount }) => amount)).size, 3);
  assert.equal(next.to, quote.to);
  await payer.payToken(quote.to, units(quote.amount, 6));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(first.id, { status: 'paid' });
  assert.equal(paid.paid, '61.00');
  for (const invoice of [second, third]) assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  assert.deepEqual(await unmatched(shop), []);
});

test('M7-same-price: forty customers of one price can all pay at one fixed address', async () => {
  const shop = await stage.shop();
  const quotes: Json[] = [];
  for (let at = 0; at < 40; at += 1) {
    const invoice = await shop.invoice('9.00', { currency: 'CHF' });
    quotes.push(await ask(invoice, { cryptocurrency: 'ETH' }));
    assert.equal((await stage.getInvoice(invoice.id)).payable, true);
    if (at % 3 === 0) await giveUp(quotes.at(-1));
  }
  const known = quotes.filter((one) => one.identified_by !== 'hash');
  const byHash = quotes.filter((one) => one.identified_by === 'hash');
  assert.equal(known[0]?.identified_by, 'address');
  assert.ok(known.length >= 10 && byHash.length >= 20, `${known.length} of their own`);
  assert.equal(new Set(known.map(({ amount }) => amount)).size, known.length);
  assert.deepEqual([...new Set(byHash.map(({ amount }) => amount))], [known[0]?.amount]);
  const concerns = await ok<Json[]>(stage.merchant.api.get(`/app/${shop.app.id}/attention`));
  assert.ok(concerns.some(({ kind }) => kind === 'amounts_crowded'));
});

test('M7-by-hash: where customers were shown one amount, the only claim decides after ten minutes', async () => {
  const shop = await stage.shop();
  const payer = await stage.customer();
  const quotes: Json[] = [];
  const byHash = () => quotes.filter((one) => one.identified_by === 'hash');
  for (let asked = 0; byHash().length < 2 && asked < 100; asked += 1)
    quotes.push(await ask(await shop.invoice('9.00', { currency: 'CHF' }), { cryptocurrency: 'ETH' }));
  const [payers, another] = byHash();
  const { hash } = await payer.pay(payers.to, units(payers.amount, 18));
  await stage.mine(confirmations);
  const [waits] = await unmatched(shop);
  assert.equal(waits.reason, 'ambiguous');
  assert.ok([payers, another].every(({ id }) => waits.candidates.includes(id)));
  const claimed = await stage.anyone.post(`/transaction/${payers.id}/claim`, { hash });
  assert.equal(claimed.status, 202);
  await stage.clock.pass(601);
  const done = await stage.transactionBecomes(payers.id, { status: 'success' });
  assert.equal(done.matched_by, 'claim');
  assert.equal((await stage.invoiceBecomes(payers.invoice_id, { status: 'paid' })).paid, '9.00');
  assert.equal((await stage.getInvoice(another.invoice_id)).status, 'open');
  assert.deepEqual(await unmatched(shop), []);
});

test('amount_room: how far a quote may exceed the price is the shop’s to say, and 0.01 at least', async () => {
  const shop = await stage.shop({ settings: { amount_room: { percent: 1, fiat_max: '0.05' } } });
  assert.deepEqual(await ok(stage.merchant.api.get(`/app/${shop.app.id}/attention`)), []);
  const settings = await ok<Json>(stage.merchant.api.get(`/app/${shop.app.id}/settings`));
  assert.deepEqual(settings.amount_room, { percent: 1, fiat_max: '0.05' });
  const amounts: bigint[] = [];
  for (let at = 0; at < 5; at += 1) amounts.push(units((await ask(await shop.invoice('30.00'))).amount, 6));
  assert.equal(amounts[0], 30_000_000n);
  assert.equal(new Set(amounts).size, 5);
  for (const amount of amounts) assert.ok(amount >= 30_000_000n && amount <= 30_050_000n, `${amount}`);
  const refused = await stage.merchant.api.put(`/app/${shop.app.id}/settings`, {
    amount_room: { percent: 0.123 },
  });
  assert.deepEqual([refused.status, (refused.body as Json).errors[0].field], [422, 'amount_room.percent']);
});
