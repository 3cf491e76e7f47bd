// Quotes are promises: an amount stays reserved for its customer for seven days, and a shop stays payable when all
// amounts are taken.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Problem } from '../../../src/core/problem.ts';
import { visitorCounter } from '../../../src/features/selling/payment-links/pages/count-visitors.ts';
import { client, type Json, ok } from '../../rig/client.ts';
import { startService } from '../../rig/service.ts';
import { type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

const confirmations = 2;
let stage: Stage;

before(async () => {
  // As dear as Bitcoin: 0.01 CHF is eleven amounts of eight decimals.
  const rates = { ETH: { USD: '2000', CHF: '88000' } };
  stage = await startStage({ confirmations, rates, env: { TRUST_PROXY: '127.0.0.1' } });
});

after(() => stage?.close());

const ask = (invoice: Json, more: Json = {}): Promise<Json> =>
  ok(
    stage.anyone.post(`/invoice/${invoice.id}/payment-request`, { cryptocurrency: 'USDT', network: 'local', ...more }),
  );
const giveUp = (quote: Json): Promise<Json> => ok(stage.anyone.delete(`/transaction/${quote.id}`));
const unmatched = (shop: Shop): Promise<Json[]> =>
  ok(stage.merchant.api.get('/unmatched-payments', { query: { app_id: shop.app.id, status: 'waiting' } }));

test('M1-promise-kept: the next customer with the same price gets another amount, on any process', async () => {
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

test('M7-by-hash: if several customers were shown one amount, the only claim decides after ten minutes', async () => {
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

/** A shop with an extended key of which 20 addresses may wait, and the invoice that a visitor creates at its link. */
async function shopWithLink() {
  const shop = await stage.shop({ receives: 'xpub', settings: { unpaid_addresses_max: 20 } });
  const slug = `link-${shop.app.id}`;
  await ok(stage.merchant.api.post('/payment-link', { app_id: shop.app.id, slug, total: '10.00', currency: 'USD' }));
  const open = async (address: string): Promise<Json> => {
    const headers = { 'x-forwarded-for': address };
    const sent = { method: 'POST', headers, body: new URLSearchParams(), redirect: 'manual' } as const;
    const answer = await fetch(`${stage.service.url}/link/${slug}`, sent);
    assert.equal(answer.status, 303);
    return { id: answer.headers.get('location')?.slice(-36) };
  };
  const concerns = async (): Promise<string[]> =>
    (await ok<Json[]>(stage.merchant.api.get(`/app/${shop.app.id}/attention`))).map(({ kind }) => kind);
  return { shop, open, concerns };
}

test('L17-C13-visitors: visitors’ invoices take no address of the merchant’s, and can all be paid', async () => {
  const { shop, open, concerns } = await shopWithLink();
  const payer = await stage.customer();
  // One visitor gets two addresses, and a shared one after that.
  const hog: Json[] = [];
  for (let at = 0; at < 4; at += 1) hog.push(await ask(await open('203.0.113.1')));
  assert.deepEqual(
    hog.map((one) => one.identified_by),
    ['address', 'address', 'amount', 'amount'],
  );
  const quotes: Json[] = [];
  for (let at = 2; at < 22; at += 1) quotes.push(await ask(await open(`203.0.113.${at}`)));
  const own = [...hog, ...quotes].filter((one) => one.identified_by === 'address');
  assert.equal(new Set(own.map(({ to }) => to)).size, 20);
  const shared = [...hog, ...quotes].filter((one) => one.identified_by !== 'address');
  assert.equal(new Set(shared.map(({ to }) => to)).size, 1);
  assert.ok((await concerns()).includes('visitor_addresses_used'));

  const invoices: Json[] = [];
  for (let at = 0; at < 20; at += 1) invoices.push(await ask(await shop.invoice('10.00')));
  assert.deepEqual(new Set(invoices.map((one) => one.identified_by)), new Set(['address']));
  const beyond = await ask(await shop.invoice('10.00'));
  assert.deepEqual([beyond.identified_by, shared.some(({ to }) => to === beyond.to)], ['amount', false]);

  const paid = [own[0], shared[1], invoices[0]];
  for (const one of paid) await payer.payToken(one.to, units(one.amount, 6));
  await stage.mine(confirmations);
  for (const one of paid) await stage.invoiceBecomes(one.invoice_id, { status: 'paid', paid: '10.00' });
  const next = await ask(await open('203.0.113.30'));
  assert.deepEqual([next.identified_by, own.some(({ to }) => to === next.to)], ['address', false], 'one was paid');
  assert.equal((await ask(await shop.invoice('10.00'))).identified_by, 'address', 'the merchant’s as well');
  const more = await ask({ id: beyond.invoice_id }, { cryptocurrency: 'ETH' });
  assert.equal(more.to, beyond.to, 'an invoice has one address, the shared one too');
});

test('L17-C13-again: an unpaid address of a visitor is reused once, after its quotes have ended', async () => {
  const { shop, open } = await shopWithLink();
  const payer = await stage.customer();
  const first: Json[] = [];
  for (let at = 0; at < 20; at += 1) first.push(await ask(await open(`198.51.100.${1 + Math.floor(at / 2)}`)));
  await payer.payToken(first[0].to, units(first[0].amount, 6));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(first[0].invoice_id, { status: 'paid' });
  const last = await ask(await open('198.51.100.21'));
  assert.equal((await ask(await open('198.51.100.22'))).identified_by, 'amount');
  // Simulates that seven days have passed for all but the last one.
  for (const one of first.slice(1)) await giveUp(one);
  const ids = first.map(({ invoice_id }) => invoice_id);
  await stage.database.db.query(
    `update transactions set updated_at = updated_at - interval '7 days 1 minute'
     where invoice_id = any($1::uuid[]) and hash is null`,
    [ids],
  );
  await stage.database.db.query(
    `update visitor_addresses set shown_at = shown_at - interval '8 days' where invoice_id = any($1::uuid[])`,
    [ids],
  );
  const invoice = await open('198.51.100.2');
  const again = await ask(invoice);
  assert.deepEqual([again.identified_by, again.to], ['address', first[1].to], 'the oldest that was not paid');
  assert.equal((await ask(invoice, { cryptocurrency: 'ETH' })).to, again.to, 'it is the invoice’s for all coins');
  const others: Json[] = [];
  for (let at = 24; at < 30; at += 1) others.push(await ask(await open(`198.51.100.${at}`)));
  const given = new Set([again, ...others].map(({ to }) => to));
  assert.deepEqual([given.size, given.has(first[0].to), given.has(last.to)], [7, false, false]);

  // The address belongs to this invoice alone, so a payment less an exchange's fee counts as a part.
  await payer.payToken(again.to, units('9.00', 6));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '9.00' });
  const rest = await ask(invoice);
  assert.deepEqual([rest.to, rest.amount], [again.to, '1']);
  const [{ unused_in_a_row: unused }] = await ok<[Json]>(
    stage.merchant.api.get('/app-addresses', { query: { app_id: shop.app.id } }),
  );
  assert.ok(unused <= 22, `${unused} addresses in a row are unused`);
});

test('L17-visitors: a visitor who makes many invoices waits, counted by all processes, and others go on', async () => {
  const [one, other] = [(await stage.shop()).app.id, (await stage.shop()).app.id];
  const clock = { now: () => new Date('2126-11-28T12:00:30Z') };
  const processes = [visitorCounter({ ...stage.database, clock }), visitorCounter({ ...stage.database, clock })];
  let asked = 0;
  const count = async (appId: string, address: string): Promise<string | undefined> => {
    asked += 1;
    try {
      await processes[asked % 2]?.(appId, address);
      return undefined;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
      return error.headers['retry-after'];
    }
  };
  for (let at = 0; at < 30; at += 1) assert.equal(await count(one, `2001:db8:0:7::${at + 1}`), undefined);
  for (const address of ['2001:db8:0:7::ffff', '2001:db8:0:7::1']) assert.equal(await count(one, address), '30');
  assert.equal(await count(one, '2001:db8:0:8::1'), undefined, 'a neighbour');
  assert.equal(await count(other, '2001:db8:0:7::1'), undefined, 'another shop');

  const crowd = () => stage.database.db.query('select noted_at from visitor_crowds where app_id = $1', [one]);
  for (let at = 32; at < 240; at += 1) await count(one, `192.0.2.${at % 20}`);
  assert.deepEqual(await crowd(), [], 'a fifth is left');
  for (let at = 240; at <= 301; at += 1) await count(one, `192.0.2.${at % 20}`);
  assert.deepEqual(await crowd(), [{ noted_at: clock.now() }]);
  assert.equal(await count(one, '192.0.2.1'), '30', 'one of the crowd');
  for (let at = 0; at < 3; at += 1) assert.equal(await count(one, '192.0.2.200'), undefined, 'one who made few');
  assert.equal(await count(one, '192.0.2.200'), '30');
  assert.equal(await count(one, '192.0.2.201'), undefined, 'whoever comes next');
});
