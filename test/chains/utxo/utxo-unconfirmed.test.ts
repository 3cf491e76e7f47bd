// Goods delivered before the first block: which unconfirmed payments a shop accepts, up to which total, and how
// acceptance is reversed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { startReceiver, verify } from '../../rig/receiver.ts';
import type { Shop } from '../../rig/stage.ts';
import { litoshisFor, newDescriptor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;

before(async () => {
  stage = await startUtxoStage({ killed: true, confirmations: 2 });
});

after(() => stage?.close());

interface Counter extends Shop {
  /**
   * Sets the total up to which unconfirmed payments are accepted; null switches it off. Returns the merchant's view of
   * the setting.
   */
  take(upTo: string | null): Promise<Json>;
}

async function openCounter(upTo: string | null, policy?: Json): Promise<Counter> {
  const own = await stage.shop(policy === undefined ? {} : { settings: { unconfirmed_payments: policy } });
  const [accepted] = await ok<Json[]>(own.api.get('/app-cryptocurrencies', { query: { app_id: own.app.id } }));
  const take = (cap: string | null) =>
    ok<Json>(stage.merchant.api.put(`/app-cryptocurrency/${accepted.id}`, { accept_unconfirmed_up_to: cap }));
  if (upTo !== null) await take(upTo);
  return { ...own, take };
}

/** The event types of the invoice, with ` accepted` if the invoice was accepted at that time. */
async function told(counter: Counter, invoiceId: string): Promise<string[]> {
  const events = await counter.events(invoiceId);
  return events.map(({ type, data }) => `${type}${data.accepted_at ? ' accepted' : ''}`);
}

const accepted = (id: string) =>
  until(async () => {
    const invoice = await stage.getInvoice(id);
    return invoice.accepted_at === null ? null : invoice;
  }, 'the invoice to be accepted unconfirmed');

async function credits(invoiceId: string): Promise<number> {
  return (await stage.database.db.query('select 1 from credits where invoice_id = $1', [invoiceId])).length;
}

/** An invoice over 100 USD that is accepted because of an unconfirmed payment. No wallet rebroadcasts its coins. */
async function acceptedCoin(counter: Counter) {
  const coin = await stage.coin('bech32', litoshisFor('101.00'));
  await stage.caughtUp();
  const invoice = await counter.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const hex = await coin.spend(attempt.to, litoshisFor('100.00'));
  const txid = await stage.node.send(hex);
  await accepted(invoice.id);
  return { coin, invoice, attempt, hex, txid };
}

test('C5-unconfirmed-off: unless the merchant asked for it nothing is accepted before it is confirmed', async () => {
  const counter = await openCounter(null);
  const own = await ok<Json[]>(counter.api.get('/app-cryptocurrencies', { query: { app_id: counter.app.id } }));
  assert.deepEqual([own[0].accept_unconfirmed_up_to, own[0].warning], [null, null]);
  const invoice = await counter.invoice('1.00');
  assert.equal(invoice.accepted_at, null);
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('1.00'));
  await stage.transactionBecomes(attempt.id, { hash: txid });
  await stage.looks(3);
  await stage.mine();
  assert.equal((await stage.getInvoice(invoice.id)).accepted_at, null);
  await stage.mine();
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.equal(paid.accepted_at, null);
  assert.deepEqual(await told(counter, invoice.id), [
    ...['invoice.created', 'transaction.created', 'transaction.detected', 'transaction.succeeded', 'invoice.paid'],
  ]);
});

test('C5-unconfirmed-cap: up to the cap an invoice is accepted at once, and paid after its blocks', async () => {
  const receiver = await startReceiver();
  try {
    const counter = await openCounter('100');
    const webhook = await ok<Json>(counter.api.post('/webhook', { app_id: counter.app.id, url: receiver.url }));
    const [within, above] = [await counter.invoice('100.00'), await counter.invoice('100.01')];
    const [one, other] = [await stage.attempt(within), await stage.attempt(above)];
    const tooMuch = await stage.node.pay(other.to, litoshisFor('100.01'));
    await stage.transactionBecomes(other.id, { hash: tooMuch });
    await stage.node.pay(one.to, litoshisFor('100.00'));
    const early = await accepted(within.id);
    assert.deepEqual([early.status, early.paid, early.pending, early.paid_at], ['open', '0.00', '100.00', null]);
    assert.equal(await credits(within.id), 0);
    await stage.looks(3);
    assert.equal((await stage.getInvoice(above.id)).accepted_at, null);
    await stage.mine();
    assert.equal((await stage.getInvoice(above.id)).accepted_at, null, 'one block is not what the merchant asked for');
    assert.deepEqual([(await stage.getInvoice(within.id)).status, await credits(within.id)], ['open', 0]);
    await stage.mine();
    const paid = await stage.invoiceBecomes(within.id, { status: 'paid', paid: '100.00' });
    await stage.invoiceBecomes(above.id, { status: 'paid', accepted_at: null });
    assert.equal(paid.accepted_at, early.accepted_at, 'when the goods could go stays known');
    const types = ['invoice.created', 'transaction.created', 'transaction.detected'];
    assert.deepEqual(await told(counter, within.id), [
      ...[...types, 'invoice.updated accepted', 'transaction.succeeded', 'invoice.paid accepted'],
    ]);
    assert.deepEqual(await told(counter, above.id), [...types, 'transaction.succeeded', 'invoice.paid']);
    const hooks = (await receiver.until(11)).map((request) => verify(request, webhook.secret) as Json);
    const updated = hooks.filter((event) => event.type === 'invoice.updated');
    assert.deepEqual(
      updated.map(({ data }) => [data.id, data.status, data.accepted_at]),
      [[within.id, 'open', early.accepted_at]],
    );
  } finally {
    await receiver.close();
  }
});

test('C5-unconfirmed-terms: the merchant is warned, and the private cap counts at first sight', async () => {
  const counter = await openCounter(null);
  const before = await counter.invoice('50.00');
  const first = await stage.attempt(before);
  const txid = await stage.node.pay(first.to, litoshisFor('50.00'));
  await stage.transactionBecomes(first.id, { hash: txid });
  const on = await counter.take('50.00');
  assert.equal(on.accept_unconfirmed_up_to, '50.00');
  assert.match(on.warning, /replace it or spend its coins elsewhere/);
  const path = ['/app-cryptocurrencies', { query: { app_id: counter.app.id } }] as const;
  const [own] = await ok<Json[]>(counter.api.get(...path));
  const [shown] = await ok<Json[]>(stage.anyone.get(...path));
  assert.deepEqual([own.accept_unconfirmed_up_to, own.warning], ['50.00', on.warning]);
  assert.deepEqual(['accept_unconfirmed_up_to' in shown, 'warning' in shown], [false, false]);
  await ok(counter.api.put(`/invoice/${before.id}`, { metadata: { a: 'b' } }));
  await stage.looks(3);
  assert.equal((await stage.getInvoice(before.id)).accepted_at, null, 'it was seen on other terms');

  const after = await counter.invoice('50.00');
  const second = await stage.attempt(after);
  await stage.node.pay(second.to, litoshisFor('50.00'));
  const early = await accepted(after.id);
  assert.equal((await counter.take(null)).warning, null);
  await ok(counter.api.put(`/invoice/${after.id}`, { metadata: { a: 'b' } }));
  await stage.crash();
  await stage.service.restart();
  await stage.looks(3);
  assert.equal((await stage.getInvoice(after.id)).accepted_at, early.accepted_at, 'what was let go was let go');
  await stage.mine(2);
  const paid = await stage.invoiceBecomes(after.id, { status: 'paid' });
  assert.equal(paid.accepted_at, early.accepted_at);
});

test('C5-unconfirmed-replaced: replaced by its sender, it is unpaid again, with an event', async () => {
  const counter = await openCounter('100');
  const invoice = await counter.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await accepted(invoice.id);
  await stage.node.send(await stage.node.conflictWith(txid));
  await stage.transactionBecomes(attempt.id, { hash: null });
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.remaining, open.accepted_at], ['open', '0.00', '100.00', null]);
  const types = ['invoice.created', 'transaction.created', 'transaction.detected', 'invoice.updated accepted'];
  assert.deepEqual(await told(counter, invoice.id), [...types, 'invoice.updated']);
  await stage.mine();
  await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await accepted(invoice.id);
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  assert.equal(await credits(invoice.id), 1);
});

test('C5-unconfirmed-rival: a payment with a known conflict is not accepted, though both would pay', async () => {
  const counter = await openCounter('100');
  const invoice = await counter.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await accepted(invoice.id);
  const bumped = await stage.node.bump(txid);
  await stage.transactionBecomes(attempt.id, { hash: bumped });
  const seen = await stage.getInvoice(invoice.id);
  assert.deepEqual([seen.pending, seen.accepted_at], ['100.00', null]);
  await stage.looks(3);
  const types = ['invoice.created', 'transaction.created', 'transaction.detected', 'invoice.updated accepted'];
  assert.deepEqual(await told(counter, invoice.id), [...types, 'invoice.updated']);
  await stage.mine();
  await accepted(invoice.id);
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
});

test('C5-unconfirmed-rival: a replacement for another invoice ends the first, and is not accepted', async () => {
  const counter = await openCounter('100');
  const { coin, invoice, attempt } = await acceptedCoin(counter);
  const other = await counter.invoice('99.00');
  const second = await stage.attempt(other);
  const txid = await stage.node.send(await coin.spend(second.to, litoshisFor('99.00')));
  await stage.transactionBecomes(second.id, { hash: txid });
  await stage.transactionBecomes(attempt.id, { hash: null });
  assert.equal((await stage.getInvoice(invoice.id)).accepted_at, null);
  const rival = await stage.getInvoice(other.id);
  assert.deepEqual([rival.pending, rival.accepted_at], ['99.00', null]);
  await stage.mine(2);
  await stage.invoiceBecomes(other.id, { status: 'paid' });
});

test('C5-unconfirmed-returned: a payment that was once replaced is not accepted when it is sent again', async () => {
  const counter = await openCounter('100');
  const { coin, invoice, attempt, hex, txid } = await acceptedCoin(counter);
  // An address outside the wallet, which would rebroadcast its own payment.
  const { descriptor } = await stage.node.rpc<Json>('getdescriptorinfo', [newDescriptor()]);
  const [stranger = ''] = await stage.node.rpc<string[]>('deriveaddresses', [descriptor, [0, 0]]);
  await stage.node.send(await coin.spend(stranger, litoshisFor('99.00')));
  await stage.transactionBecomes(attempt.id, { hash: null });
  await stage.node.restart();
  assert.equal(await stage.node.send(hex), txid);
  await stage.transactionBecomes(attempt.id, { hash: txid });
  await stage.looks(3);
  const seen = await stage.getInvoice(invoice.id);
  assert.deepEqual([seen.pending, seen.accepted_at], ['100.00', null]);
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('C5-unconfirmed-forgotten: a payment that no node knows is not accepted, until it is back', async () => {
  const counter = await openCounter('100');
  const { invoice, hex } = await acceptedCoin(counter);
  await stage.node.restart();
  await stage.invoiceBecomes(invoice.id, { accepted_at: null, pending: '100.00' });
  await stage.node.send(hex);
  await accepted(invoice.id);
  const types = ['invoice.created', 'transaction.created', 'transaction.detected', 'invoice.updated accepted'];
  assert.deepEqual(await told(counter, invoice.id), [...types, 'invoice.updated', 'invoice.updated accepted']);
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('C5-unconfirmed-double-spent: a mined conflict ends acceptance, and the attempt is rejected', async () => {
  const counter = await openCounter('100');
  const { coin, invoice, attempt } = await acceptedCoin(counter);
  await stage.node.mineJust([await coin.spend(await stage.node.newAddress(), litoshisFor('100.00'))]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'double_spent' });
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.accepted_at], ['open', '0.00', null]);
  assert.deepEqual((await told(counter, invoice.id)).slice(-2), ['transaction.rejected', 'invoice.updated']);
  assert.equal(await credits(invoice.id), 0);
});

test('C5-unconfirmed-reorg: accepted again after a reorg, and no longer once a conflict replaces it', async () => {
  const counter = await openCounter('100');
  const { coin, invoice, attempt } = await acceptedCoin(counter);
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { confirmations: 1 });
  await stage.node.reorg(1, [[], []]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { block: null, received_amount: '1' });
  await accepted(invoice.id);
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await stage.node.reorg(2, [[await coin.spend(await stage.node.newAddress(), litoshisFor('100.00'))], [], []]);
  await stage.caughtUp();
  const reversed = await stage.invoiceBecomes(invoice.id, { status: 'open' });
  assert.deepEqual([reversed.paid, reversed.exceptions, reversed.accepted_at], ['0.00', ['reorged'], null]);
});

test('C5-unconfirmed-parts: payments are accepted once their sum is enough, also as each is confirmed', async () => {
  const counter = await openCounter('100');
  const invoice = await counter.invoice('100.00');
  const first = await stage.attempt(invoice);
  const txid = await stage.node.pay(first.to, litoshisFor('60.00'));
  await stage.transactionBecomes(first.id, { hash: txid });
  await stage.looks(3);
  assert.equal((await stage.getInvoice(invoice.id)).accepted_at, null, 'not all of it is there');
  await stage.mine();
  const second = await stage.attempt(invoice, await stage.node.newAddress());
  await stage.node.pay(second.to, litoshisFor('40.00'));
  const early = await accepted(invoice.id);
  assert.deepEqual([early.paid, early.pending, early.remaining], ['0.00', '100.00', '0.00']);
  await stage.node.mineJust([]);
  await stage.caughtUp();
  const half = await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '60.00' });
  assert.equal(half.accepted_at, early.accepted_at);
  await stage.mine(2);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  assert.equal(paid.accepted_at, early.accepted_at);
});

test('C5-unconfirmed-people: a customer’s cancellation ends acceptance; a merchant’s settlement does not', async () => {
  const counter = await openCounter('100');
  const { invoice, attempt } = await acceptedCoin(counter);
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.pending, open.accepted_at], ['0.00', null]);
  assert.deepEqual((await told(counter, invoice.id)).slice(-2), ['transaction.canceled', 'invoice.updated']);
  const other = await acceptedCoin(counter);
  assert.equal((await counter.api.delete(`/invoice/${other.invoice.id}`)).status, 409);
  const early = await stage.getInvoice(other.invoice.id);
  const settled = await ok<Json>(counter.api.post(`/invoice/${other.invoice.id}/settle`, { reason: 'A regular.' }));
  assert.deepEqual([settled.status, settled.accepted_at], ['paid', early.accepted_at]);
  await stage.mine(2);
  await stage.transactionBecomes(other.attempt.id, { status: 'success' });
  assert.equal((await stage.getInvoice(other.invoice.id)).accepted_at, early.accepted_at);
});

/** An invoice over 100 USD with a transaction. The test decides how it is paid. */
async function asked(counter: Counter): Promise<{ invoice: Json; attempt: Json }> {
  const invoice = await counter.invoice('100.00');
  return { invoice, attempt: await stage.attempt(invoice) };
}

/** Waits until the payment is seen, polls again, and returns the time of acceptance. */
async function acceptedAfter({ invoice, attempt }: { invoice: Json; attempt: Json }, txid: string): Promise<unknown> {
  await stage.transactionBecomes(attempt.id, { hash: txid });
  await stage.looks(2);
  return (await stage.getInvoice(invoice.id)).accepted_at;
}

test('C5-unconfirmed-inputs: on request, a payment that spends unconfirmed outputs is not accepted', async () => {
  const counter = await openCounter('100', { confirmed_inputs: true });
  const own = await stage.node.newAddress();
  const parent = await stage.node.pay(own, litoshisFor('101.00'));
  const { hex } = await stage.node.rpc<Json>('gettransaction', [parent]);
  const { vout } = await stage.node.rpc<Json>('decoderawtransaction', [hex]);
  const { n } = vout.find((one: Json) => one.value === 1.01);
  const waiting = await asked(counter);
  const bare = await stage.node.rpc('createrawtransaction', [[{ txid: parent, vout: n }], { [waiting.attempt.to]: 1 }]);
  const child = await stage.node.rpc<Json>('signrawtransactionwithwallet', [bare]);
  assert.equal(await acceptedAfter(waiting, await stage.node.send(child.hex)), null);
  await acceptedCoin(counter);
  await stage.mine(2);
  await stage.invoiceBecomes(waiting.invoice.id, { status: 'paid' });
});

test('C5-unconfirmed-fee: a fee that the node expects to be too low, or does not rate, is not accepted', async () => {
  const estimate = async () => (await stage.node.rpc<Json>('estimatesmartfee', [6])).feerate as number | undefined;
  const careful = await openCounter('100', { fee_within_blocks: 6 });
  const paying = async (fee: bigint) => {
    const coin = await stage.coin('bech32', litoshisFor('100.00') + fee);
    const one = await asked(careful);
    return acceptedAfter(one, await stage.node.send(await coin.spend(one.attempt.to, litoshisFor('100.00'))));
  };
  if ((await estimate()) === undefined) assert.equal(await paying(1_000_000n), null, 'the node cannot tell yet');
  for (let block = 0; (await estimate()) === undefined && block < 40; block += 1) {
    for (let count = 0; count < 3; count += 1) await stage.node.pay(await stage.node.newAddress(), 1_000_000n);
    await stage.node.mine();
  }
  await stage.caughtUp();
  assert.ok(((await estimate()) ?? 0) > 0);
  assert.equal(await paying(300n), null, 'too little');
  assert.notEqual(await paying(1_000_000n), null);
  await stage.mine(2);
});

test('C5-unconfirmed-quiet: it is accepted when no conflict was seen for the configured time', async () => {
  const counter = await openCounter('100', { quiet_seconds: 60 });
  const [calm, disturbed] = [await asked(counter), await asked(counter)];
  const first = await stage.node.pay(calm.attempt.to, litoshisFor('100.00'));
  const second = await stage.node.pay(disturbed.attempt.to, litoshisFor('100.00'));
  assert.equal(await acceptedAfter(calm, first), null, 'not at once');
  assert.equal(await acceptedAfter(disturbed, second), null);
  const bumped = await stage.node.bump(second);
  await stage.transactionBecomes(disturbed.attempt.id, { hash: bumped });
  await stage.clock.pass(61);
  await accepted(calm.invoice.id);
  assert.equal(await acceptedAfter(disturbed, bumped), null);
  const told = (await counter.events(calm.invoice.id)).map(({ type, data }) => [type, Boolean(data.accepted_at)]);
  assert.deepEqual(told.at(-1), ['invoice.updated', true]);
  await stage.mine(2);
  await stage.invoiceBecomes(calm.invoice.id, { status: 'paid' });
});

test('C5-unconfirmed-hourly: no more is accepted within an hour than the merchant would lose', async () => {
  const counter = await openCounter('100', { hourly_max: { currency: 'USD', amount: '150' } });
  const pay = async (one: { invoice: Json; attempt: Json }) =>
    acceptedAfter(one, await stage.node.pay(one.attempt.to, litoshisFor('100.00')));
  const [within, above] = [await asked(counter), await asked(counter)];
  assert.notEqual(await pay(within), null);
  assert.equal(await pay(above), null);
  await stage.mine();
  await stage.clock.pass(3_601);
  assert.notEqual(await pay(await asked(counter)), null, 'an hour later there is room again');
  await stage.mine(2);
  await stage.invoiceBecomes(above.invoice.id, { status: 'paid' });
});
