// Refunds through kills, outages and reorgs, and where several refunds, shops or coins meet at one destination.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { chance, killAgainAndAgain } from '../../rig/faults.ts';
import { type Customer, newAddress, type Sent, type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

const confirmations = 3;
let stage: Stage;
/** Has one fixed address. */
let shop: Shop;
/** Has the address of the wallet. */
let settling: Shop;
/** The wallet that the merchant refunds from. */
let wallet: Customer;

before(async () => {
  stage = await startStage({ killed: true, confirmations, reorgDepth: 24 });
  shop = await stage.shop({ settings: { app_token_may: ['refund'] } });
  wallet = await stage.customer();
  settling = await stage.shop({ receives: wallet.address, settings: { app_token_may: ['refund'] } });
});

after(() => stage?.close());

/** An invoice over 100 USD that is paid with ETH at 2,000 USD each, or with so many USDT and the rest in ETH. */
async function paidInvoice({ at = shop, tether }: { readonly at?: Shop; readonly tether?: string } = {}) {
  const invoice = await at.invoice('100.00');
  const customer = await stage.customer();
  const confirmed = async (attempt: Json) => {
    await stage.mine(confirmations);
    await stage.transactionBecomes(attempt.id, { status: 'success' });
  };
  if (tether !== undefined) {
    const part = await stage.attempt(invoice, customer.address, 'USDT');
    await customer.payToken(part.to, units(tether, 6));
    await confirmed(part);
  }
  const rest = await stage.attempt(invoice, customer.address);
  await customer.pay(rest.to, units(rest.amount, 18));
  await confirmed(rest);
  return { invoice: await stage.getInvoice(invoice.id), customer };
}

const prepare = (invoice: Json, body: Json = {}, at = shop) =>
  at.api.post<Json>('/refund', { invoice_id: invoice.id, rate_kind: 'locked', ...body });
const read = (id: string) => ok<Json>(stage.merchant.api.get(`/refund/${id}`));
const cancel = (id: string) => ok<Json>(shop.api.delete(`/refund/${id}`));

function becomes(id: string, wanted: Json): Promise<Json> {
  let found: Json = {};
  return until(
    async () => {
      found = await read(id);
      return Object.entries(wanted).every(([name, value]) => found[name] === value) ? found : null;
    },
    () => `refund ${id} becomes ${JSON.stringify(wanted)}: ${JSON.stringify(found)}`,
    { withinMs: 45_000 },
  );
}

/** Sends the prepared transfer, or another amount, to the pool of the node. */
const send = (refund: Json, value = BigInt(refund.unsigned.value)): Promise<Sent> =>
  wallet.call(refund.unsigned.to, refund.unsigned.data, value);

/** Waits until no task of a refund is left, so that a state that did not change is the final one. */
async function settled(): Promise<void> {
  await until(async () => {
    const left = await stage.database.db.query(`select from tasks where kind in ('refund', 'refund_watches')`);
    return left.length === 0;
  }, 'the tasks of refunds to end');
}

const refundEvents = async (at: Shop, invoice: Json) =>
  (await at.eventTypes(invoice.id)).filter((type) => type.startsWith('refund.') || type === 'invoice.refunded');

test('a refund passes its states through kills, outages and reorgs, and each event is emitted once', async () => {
  const { invoice, customer } = await paidInvoice();
  const { id } = await ok<Json>(prepare(invoice));
  await stage.crash();
  await stage.service.restart();
  const ready = await ok<Json>(stage.anyone.put(`/refund/${id}`, { to: customer.address }));
  assert.equal(ready.status, 'ready');
  const registered = await stage.anvil.blockNumber();
  const { hash, raw } = await send(await read(id));
  await stage.crash();
  await stage.anvil.mine(1);
  await stage.service.restart();
  await becomes(id, { status: 'seen', hash });
  await stage.crash();
  await stage.anvil.reorg(1);
  await stage.service.restart();
  await becomes(id, { status: 'ready', hash: null });
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.mine(1);
  await becomes(id, { status: 'seen' });
  await stage.crash();
  await stage.anvil.mine(confirmations);
  await stage.service.restart();
  await becomes(id, { status: 'sent', refunded: '100.00' });
  assert.deepEqual((await stage.getInvoice(invoice.id)).exceptions, ['refunded']);
  const height = await stage.anvil.blockNumber();
  await stage.crash();
  // The transfer is mined again in the block in which the refund became ready, or an earlier one.
  await stage.anvil.reorg(height - registered + 1, [[raw, 0]]);
  await stage.service.restart();
  await stage.caughtUp();
  const again = await becomes(id, { status: 'sent', block: registered });
  assert.deepEqual([again.hash, again.refunded], [hash, '100.00']);
  await settled();
  const events = await refundEvents(shop, invoice);
  const cycle = ['refund.seen', 'refund.sent'];
  assert.deepEqual(
    [events.slice(0, 7), events.filter((type) => type === 'refund.created' || type === 'refund.ready')],
    [
      ['refund.created', 'refund.ready', 'refund.seen', 'refund.reversed', ...cycle, 'invoice.refunded'],
      ['refund.created', 'refund.ready'],
    ],
  );
});

test('refunds that are sent while the service is killed at random moments are each sent once', async () => {
  const { invoice } = await paidInvoice();
  const made: Json[] = [];
  for (let at = 0; at < 4; at += 1)
    made.push(await ok<Json>(prepare(invoice, { fiat_value: '20.00', to: newAddress() })));
  for (const refund of made) await send(refund);
  await killAgainAndAgain(stage, chance(), 3, 8);
  await stage.mine(confirmations);
  for (const { id } of made) await becomes(id, { status: 'sent', refunded: '20.00' });
  assert.equal((await stage.getInvoice(invoice.id)).refunded, '80.00');
  const events = await refundEvents(shop, invoice);
  for (const type of ['refund.seen', 'refund.sent', 'invoice.refunded'])
    assert.equal(events.filter((one) => one === type).length, 4, type);
});

test('of two refunds of one amount to one address, each transfer settles one, and none that came before', async () => {
  const { invoice } = await paidInvoice();
  const terms = { fiat_value: '20.00', to: newAddress() };
  await wallet.pay(terms.to, units('0.01', 18));
  await stage.mine(1);
  const [older, newer] = [await ok<Json>(prepare(invoice, terms)), await ok<Json>(prepare(invoice, terms))];
  await stage.mine(1);
  await settled();
  assert.deepEqual([(await read(older.id)).status, (await read(newer.id)).status], ['ready', 'ready']);
  const first = await send(older);
  await stage.mine(1);
  await becomes(older.id, { status: 'seen', hash: first.hash });
  await settled();
  assert.equal((await read(newer.id)).status, 'ready');
  const second = await send(newer);
  await stage.mine(confirmations);
  await becomes(older.id, { status: 'sent', hash: first.hash });
  await becomes(newer.id, { status: 'sent', hash: second.hash });
});

test('a refund that replaces a canceled one gets the transfer, and the canceled one a second one', async () => {
  const { invoice } = await paidInvoice();
  const terms = { fiat_value: '20.00', to: newAddress() };
  const canceled = await ok<Json>(prepare(invoice, terms));
  await cancel(canceled.id);
  const replacing = await ok<Json>(prepare(invoice, terms));
  const first = await send(replacing);
  await stage.mine(1);
  await becomes(replacing.id, { status: 'seen', hash: first.hash });
  await settled();
  assert.equal((await read(canceled.id)).status, 'canceled');
  const second = await send(replacing);
  await stage.mine(confirmations);
  await becomes(canceled.id, { status: 'sent', hash: second.hash, sent_after_cancellation: true });
  const attention = await ok<Json[]>(stage.merchant.api.get(`/app/${shop.app.id}/attention`));
  const told = attention.find(({ kind }) => kind === 'refunds_after_cancellation');
  assert.ok(told?.ids.includes(canceled.id));
});

test('payments of other amounts to a busy address reopen no canceled refund, and hide none', async () => {
  const { invoice } = await paidInvoice();
  const to = newAddress();
  const open = await ok<Json>(prepare(invoice, { fiat_value: '10.00', to }));
  const canceled = await ok<Json>(prepare(invoice, { fiat_value: '20.00', to }));
  await cancel(canceled.id);
  for (let at = 1; at <= 25; at += 1) await wallet.pay(to, units('0.001', 18) + BigInt(at));
  await stage.mine(1);
  await becomes(open.id, { status: 'seen', amount_differs: true });
  await settled();
  assert.equal((await read(canceled.id)).status, 'canceled');
  const late = await ok<Json>(prepare(invoice, { fiat_value: '30.00', to }));
  const { hash } = await send(late, units('0.014', 18));
  await stage.mine(1);
  await becomes(late.id, { status: 'seen', amount_differs: true, hash });
  const accept = (id: string) => ok<Json>(shop.api.post(`/refund/${id}/accept`, { reason: 'The rest went by post' }));
  assert.equal((await accept(late.id)).amount_differs, false);
  await stage.mine(confirmations);
  await becomes(late.id, { status: 'sent', refunded: '28.00' });
  const exact = await send(open, units('0.005', 18));
  await stage.mine(1);
  await becomes(open.id, { status: 'seen', amount_differs: false, hash: exact.hash });
});

test('an accepted amount above the refund counts as a whole before it is confirmed', async () => {
  const { invoice } = await paidInvoice();
  const made = await ok<Json>(prepare(invoice, { fiat_value: '60.00', to: newAddress() }));
  await send(made, units('0.045', 18));
  await stage.mine(1);
  await becomes(made.id, { status: 'seen', amount_differs: true });
  await ok(shop.api.post(`/refund/${made.id}/accept`, { reason: 'Sent too much' }));
  const refused = await prepare(invoice, { fiat_value: '10.01' });
  assert.deepEqual([refused.status, refused.body.code], [422, 'exceeds_paid']);
  await ok(prepare(invoice, { fiat_value: '10.00' }));
  await stage.mine(confirmations);
  await becomes(made.id, { status: 'sent', refunded: '90.00' });
});

test('a receiving address of another shop, or of the same one, is a destination, and no shop learns more', async () => {
  const other = await stage.shop();
  const address = async (at: Shop) =>
    (await ok<Json[]>(stage.merchant.api.get('/app-addresses', { query: { app_id: at.app.id } })))[0]?.value as string;
  const { invoice } = await paidInvoice();
  for (const [at, place] of [
    [other, await address(other)],
    [shop, await address(shop)],
  ] as const) {
    const made = await ok<Json>(prepare(invoice, { fiat_value: '20.00', to: place }));
    const { hash } = await send(made);
    await stage.mine(confirmations);
    await becomes(made.id, { status: 'sent', hash, from_own: false });
    const waiting = await until(
      async () => {
        const all = await ok<Json[]>(at.api.get('/unmatched-payments', { query: { app_id: at.app.id } }));
        return all.find((one) => one.hash === hash);
      },
      () => 'the payment to wait at its shop',
    );
    assert.ok(!JSON.stringify(waiting).includes(made.id));
    assert.equal((await stage.getInvoice(invoice.id)).paid, '100.00');
  }
  assert.ok(!(await other.eventTypes()).some((type) => type.startsWith('refund.')));
  const [mine] = await ok<Json[]>(shop.api.get('/refunds', { query: { invoice_id: invoice.id } }));
  const theirs = await other.api.get<Json>('/refunds', { query: { invoice_id: invoice.id } });
  assert.ok(!JSON.stringify(theirs.body).includes(mine?.id));
  assert.equal((await ok<Json>(other.api.get(`/refund/${mine?.id}`))).hash, mine?.hash);
});

test('a refund in the coin of the largest payment, or another one, from an address of the app', async () => {
  const { invoice } = await paidInvoice({ at: settling, tether: '30' });
  assert.equal(invoice.paid, '100.00');
  const largest = await ok<Json>(prepare(invoice, { to: newAddress(), fiat_value: '50.00' }, settling));
  assert.deepEqual([largest.cryptocurrency, largest.amount], ['ETH', '0.025']);
  const tether = { cryptocurrency: 'USDT', network: 'local' };
  const token = await ok<Json>(prepare(invoice, { ...tether, to: newAddress(), fiat_value: '30.00' }, settling));
  assert.deepEqual([token.amount, token.unsigned.value], ['30', '0']);
  const unpaid = await prepare(invoice, { cryptocurrency: 'USDC', network: 'local', fiat_value: '1.00' }, settling);
  assert.deepEqual([unpaid.status, unpaid.body.errors[0].code], [422, 'no_payment']);
  for (const refund of [largest, token]) await send(refund);
  await stage.mine(confirmations);
  for (const { id } of [largest, token]) await becomes(id, { status: 'sent', from_own: true });
});

test('a transfer settles the refund of its sender’s shop, or of the reported hash, not an older one', async () => {
  const [mine, strangers] = [await paidInvoice({ at: settling }), await paidInvoice()];
  const terms = { fiat_value: '20.00', to: newAddress() };
  const decoy = await ok<Json>(prepare(strangers.invoice, terms));
  const refund = await ok<Json>(prepare(mine.invoice, terms, settling));
  const { hash } = await send(refund);
  await stage.mine(confirmations);
  await becomes(refund.id, { status: 'sent', hash, from_own: true });
  assert.equal((await read(decoy.id)).status, 'ready');

  const another = await ok<Json>(prepare(mine.invoice, terms, settling));
  const unknown = await stage.customer();
  const paid = await unknown.pay(terms.to, units('0.01', 18));
  await stage.mine(1);
  await becomes(decoy.id, { status: 'seen', hash: paid.hash });
  await ok(settling.api.post(`/refund/${another.id}/hash`, { hash: paid.hash }));
  await stage.mine(confirmations);
  await becomes(another.id, { status: 'sent', hash: paid.hash });
  await becomes(decoy.id, { status: 'ready', hash: null });
});

test('a refund of a shop that was archived meanwhile is found all the same', async () => {
  const closing = await stage.shop({ settings: { app_token_may: ['refund'] } });
  const { invoice } = await paidInvoice({ at: closing });
  const made = await ok<Json>(prepare(invoice, { to: newAddress() }, closing));
  await ok(stage.merchant.api.delete(`/app/${closing.app.id}`));
  const { hash } = await send(made);
  await stage.mine(confirmations);
  await until(async () => {
    const shown = await stage.anyone.get<Json>(`/refund/${made.id}`);
    return shown.body.status === 'sent' && shown.body.hash === hash;
  }, 'the customer sees that the refund was sent');
});

test('what is sent later than seven days after the cancellation is no refund', async () => {
  const { invoice } = await paidInvoice();
  const [kept, ended] = [
    await ok<Json>(prepare(invoice, { fiat_value: '10.00', to: newAddress() })),
    await ok<Json>(prepare(invoice, { fiat_value: '20.00', to: newAddress() })),
  ];
  for (const { id } of [kept, ended]) await cancel(id);
  await settled();
  await stage.pass(6 * 86_400);
  await send(kept);
  await stage.mine(1);
  await becomes(kept.id, { status: 'seen', sent_after_cancellation: true });
  await stage.pass(2 * 86_400);
  await send(ended);
  await stage.mine(confirmations);
  await settled();
  assert.deepEqual([(await read(ended.id)).status, (await read(kept.id)).status], ['canceled', 'sent']);
});

test('a refund that was changed in the database is not used', async () => {
  const other = await stage.shop({ settings: { app_token_may: ['refund'] } });
  const { invoice } = await paidInvoice({ at: other });
  const made = (await prepare(invoice, { fiat_value: '10.00', to: newAddress() }, other)).body;
  const { db } = stage.database;
  await db.query('update refunds set recipient = $2 where id = $1', [made.id, newAddress().toLowerCase()]);
  for (const client of [other.api, stage.anyone]) {
    const shown = await client.get<Json>(`/refund/${made.id}`);
    assert.deepEqual([shown.status, shown.body.code], [503, 'row_tampered']);
  }
});
