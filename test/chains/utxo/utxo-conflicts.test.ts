// The same coins can be spent by several unconfirmed transactions until one is mined. A payment that waits, is replaced
// or is dropped counts at most once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { type Shop, units } from '../../rig/stage.ts';
import { litoshisFor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;
let shop: Shop;

before(async () => {
  stage = await startUtxoStage({ killed: true, confirmations: 2 });
  shop = await stage.shop();
});

after(() => stage?.close());

interface Waiting {
  readonly invoice: Json;
  readonly attempt: Json;
  readonly txid: string;
}

/** An invoice over 100 USD with an unconfirmed payment that the service has seen. */
async function waitingPayment(): Promise<Waiting> {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.transactionBecomes(attempt.id, { hash: txid, received_amount: '1' });
  return { invoice, attempt, txid };
}

/** As waitingPayment, with a coin that no wallet rebroadcasts. `again` is the raw chain transaction. */
async function waitingCoin(kind: 'legacy' | 'bech32' = 'bech32') {
  const coin = await stage.coin(kind, litoshisFor('101.00'));
  await stage.caughtUp();
  const invoice = await shop.invoice('100.00', { expires_in: 600 });
  const attempt = await stage.attempt(invoice);
  const again = await coin.spend(attempt.to, litoshisFor('100.00'));
  const txid = await stage.node.send(again);
  await stage.transactionBecomes(attempt.id, { hash: txid });
  return { invoice, attempt, txid, coin, again };
}

async function paidOnce(invoice: Json, attempt: Json, txid: string): Promise<void> {
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00', pending: '0.00', exceptions: [] });
  const all = await stage.transactionsOf(invoice.id);
  assert.deepEqual(
    all.map((one) => [one.id, one.status, one.hash, one.received_amount]),
    [[attempt.id, 'success', txid, '1']],
  );
  const credits = await stage.database.db.query('select 1 from credits where invoice_id = $1', [invoice.id]);
  assert.equal(credits.length, 1);
}

test('C1-replaced-to-self: unpaid again, with an event, and can be paid again or expire', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  const detected = (await shop.events(invoice.id)).find((event) => event.type === 'transaction.detected');
  assert.deepEqual([detected.data.hash, detected.data.block, detected.data.confirmations], [txid, null, 0]);
  await stage.node.send(await stage.node.conflictWith(txid));
  const back = await stage.transactionBecomes(attempt.id, { hash: null });
  assert.deepEqual([back.status, back.block, back.received_amount, back.matched_by], ['processing', null, null, null]);
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.remaining], ['open', '0.00', '100.00']);
  const told = (await shop.events(invoice.id)).at(-1);
  assert.deepEqual([told.type, told.data.pending], ['invoice.updated', '0.00']);
  await stage.mine(2);
  assert.equal((await stage.getTransaction(attempt.id)).status, 'processing');
  const second = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.transactionBecomes(attempt.id, { hash: second });
  await stage.mine(2);
  await paidOnce(invoice, attempt, second);
});

test('C1: when unpaid again, an attempt is superseded by the customer’s newer one', async () => {
  const { invoice, attempt, txid } = await waitingCoinOfHalf();
  const newer = await stage.attempt(invoice);
  assert.equal(newer.to, attempt.to);
  await stage.node.send(await stage.node.conflictWith(txid));
  const old = await stage.transactionBecomes(attempt.id, { status: 'canceled' });
  assert.equal(old.reason, 'superseded');
  assert.equal((await stage.getInvoice(invoice.id)).pending, '0.00');
  await stage.mine(2);
});

test('a waiting payment stays with its attempt when it is mined, though a newer one shares the address', async () => {
  const { invoice, attempt, txid } = await waitingCoinOfHalf();
  const newer = await stage.attempt(invoice);
  await stage.mine(2);
  await stage.transactionBecomes(attempt.id, { status: 'success', hash: txid, received_amount: '0.5' });
  assert.equal((await stage.getTransaction(newer.id)).hash, null);
  await stage.node.pay(newer.to, units(newer.amount, 8));
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
});

async function waitingCoinOfHalf(): Promise<Waiting> {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('50.00'));
  await stage.transactionBecomes(attempt.id, { hash: txid });
  return { invoice, attempt, txid };
}

test('C2-fee-bump: the same payment under a new id, unconfirmed and mined, counts once', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  const bumped = await stage.node.bump(txid);
  const moved = await stage.transactionBecomes(attempt.id, { hash: bumped });
  assert.deepEqual([moved.status, moved.received_amount, moved.block], ['processing', '1', null]);
  assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
  const again = await stage.node.bump(bumped);
  await stage.transactionBecomes(attempt.id, { hash: again });
  await stage.mine(2);
  await paidOnce(invoice, attempt, again);
  assert.deepEqual(await shop.eventTypes(invoice.id), [
    ...['invoice.created', 'transaction.created', 'transaction.detected', 'invoice.updated', 'invoice.updated'],
    ...['transaction.succeeded', 'invoice.paid'],
  ]);
});

test('C2: a raised fee first seen in a block replaces the unconfirmed payment, even after the deadline', async () => {
  const { invoice, attempt, coin } = await waitingCoin();
  const bumped = await coin.spend(attempt.to, litoshisFor('99.99'));
  await stage.pass(2_000);
  assert.equal((await stage.getTransaction(attempt.id)).status, 'processing');
  await stage.node.mineJust([bumped]);
  await stage.caughtUp();
  const txid = (await stage.node.rpc<Json>('decoderawtransaction', [bumped])).txid;
  const moved = await stage.transactionBecomes(attempt.id, { hash: txid });
  assert.deepEqual([moved.received_amount, moved.block], ['0.9999', await stage.node.height()]);
  await stage.mine(2);
  await stage.transactionBecomes(attempt.id, { status: 'success' });
  // The payment is too small and the invoice has expired, so nothing is pending.
  await stage.invoiceBecomes(invoice.id, { status: 'expired', paid: '99.99', pending: '0.00' });
  assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
});

test('double spent: when another spender is mined the attempt is rejected, and not before', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  const conflict = await stage.node.conflictWith(txid);
  await stage.node.mineJust([conflict]);
  await stage.caughtUp();
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual(
    [rejected.reason, rejected.hash, rejected.block, rejected.received_amount],
    ['double_spent', txid, null, null],
  );
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.remaining], ['open', '0.00', '100.00']);
  assert.equal((await shop.eventTypes(invoice.id)).at(-1), 'transaction.rejected');
});

test('a reorg undoes a double spend: the first payment is mined and becomes a late one, at its own rate', async () => {
  const { invoice, attempt, again, coin } = await waitingCoin();
  const conflict = await coin.spend(await stage.node.newAddress(), litoshisFor('100.50'));
  await stage.node.mineJust([conflict]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'double_spent' });
  await stage.node.reorg(1, [[again], []]);
  await stage.caughtUp();
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  const [late, first] = await stage.transactionsOf(invoice.id);
  assert.deepEqual(
    [late.reason, late.status, late.rate, first.id, first.status],
    ['late', 'success', first.rate, attempt.id, 'rejected'],
  );
});

test('C6-evicted: a payment that no node knows stays pending, and is paid when it is mined', async () => {
  const { invoice, attempt, txid, again } = await waitingCoin();
  await stage.node.restart();
  assert.deepEqual(await stage.node.rpc('getrawmempool'), []);
  await stage.looks(3);
  await stage.mine();
  await stage.looks(3);
  const kept = await stage.getTransaction(attempt.id);
  assert.deepEqual([kept.status, kept.hash, kept.received_amount], ['processing', txid, '1']);
  assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
  await stage.pass(2_000);
  assert.deepEqual(
    [(await stage.getTransaction(attempt.id)).status, (await stage.getInvoice(invoice.id)).status],
    ['processing', 'open'],
  );
  assert.equal(await stage.node.send(again), txid);
  await stage.looks(3);
  assert.equal((await stage.getTransaction(attempt.id)).received_amount, '1', 'what is back is not more');
  await stage.mine(2);
  await paidOnce(invoice, attempt, txid);
});

test('C6: it is dropped once a conflicting payment is mined', async () => {
  const { invoice, attempt, coin } = await waitingCoin();
  await stage.node.restart();
  await stage.mine();
  await stage.looks(3);
  assert.equal((await stage.getTransaction(attempt.id)).status, 'processing');
  await stage.node.mineJust([await coin.spend(await stage.node.newAddress(), litoshisFor('100.50'))]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'double_spent' });
  assert.equal((await stage.getInvoice(invoice.id)).pending, '0.00');
});

test('C7-mined-two-weeks-later: given up and expired, then mined, it is a late payment of its invoice', async () => {
  const { invoice, attempt, txid, again } = await waitingCoin();
  await stage.node.restart();
  await stage.looks();
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  await stage.pass(2_000);
  await stage.invoiceBecomes(invoice.id, { status: 'expired' });
  await stage.node.rpc('setmocktime', [Math.floor(Date.now() / 1000) + 14 * 24 * 3_600]);
  await stage.node.mineJust([again]);
  await stage.caughtUp();
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00', exceptions: ['paid_late'] });
  const [late] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late.reason, late.hash, late.status], ['late', txid, 'success']);
});

test('C15-malleated: a legacy payment is the same payment after its id changed', async () => {
  const { invoice, attempt, txid, again } = await waitingCoin('legacy');
  const malleated = withOtherSignature(again);
  const other = (await stage.node.rpc<Json>('decoderawtransaction', [malleated])).txid;
  assert.notEqual(other, txid);
  await stage.node.mineJust([malleated]);
  await stage.caughtUp();
  await stage.mine();
  await paidOnce(invoice, attempt, other);
});

test('two waiting payments to one address: the attempt keeps the first, the second counts when mined', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const first = await stage.node.pay(attempt.to, litoshisFor('60.00'));
  await stage.transactionBecomes(attempt.id, { hash: first });
  const second = await stage.node.pay(attempt.to, litoshisFor('40.00'));
  await stage.looks(3);
  assert.equal((await stage.getTransaction(attempt.id)).hash, first);
  await stage.node.mineJust([second]);
  await stage.caughtUp();
  assert.equal((await stage.getTransaction(attempt.id)).hash, first);
  assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00', exceptions: [] });
  const all = await stage.transactionsOf(invoice.id);
  assert.deepEqual(all.map((one) => one.hash).sort(), [first, second].sort());
});

test('a reorg returns a payment to the mempool without its block; mined again, it counts once', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { confirmations: 1 });
  await stage.node.reorg(1, [[], []]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { block: null, received_amount: '1', hash: txid, confirmations: 0 });
  assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
  await stage.mine(2);
  await paidOnce(invoice, attempt, txid);
  assert.equal((await shop.eventTypes(invoice.id)).filter((type) => type === 'transaction.detected').length, 1);
});

test('a reorg confirms a conflicting spend before the payment was final: double spent', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  const conflict = await stage.node.conflictWith(txid);
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { confirmations: 1 });
  await stage.node.reorg(1, [[conflict], []]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'double_spent' });
  assert.equal((await stage.getInvoice(invoice.id)).pending, '0.00');
});

test('C19-reorg-confirms-conflict: a paid invoice is reversed if its coins are spent elsewhere', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  const conflict = await stage.node.conflictWith(txid);
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await stage.node.reorg(2, [[conflict], [], []]);
  await stage.caughtUp();
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash, rejected.block], ['reorged', txid, null]);
  const open = await stage.invoiceBecomes(invoice.id, { status: 'open' });
  assert.deepEqual([open.paid, open.pending, open.exceptions], ['0.00', '0.00', ['reorged']]);
  assert.deepEqual((await shop.eventTypes(invoice.id)).slice(-2), ['transaction.rejected', 'invoice.reversed']);
});

test('killed while payments wait: nothing is told twice, and nothing is forgotten', async () => {
  const { invoice, attempt, txid } = await waitingPayment();
  await stage.crash();
  const bumped = await stage.node.bump(txid);
  await stage.service.restart();
  await stage.transactionBecomes(attempt.id, { hash: bumped });
  await stage.crash();
  await stage.node.mine(2);
  await stage.service.restart();
  await stage.caughtUp();
  await paidOnce(invoice, attempt, bumped);
  assert.deepEqual(await shop.eventTypes(invoice.id), [
    ...['invoice.created', 'transaction.created', 'transaction.detected', 'invoice.updated'],
    ...['transaction.succeeded', 'invoice.paid'],
  ]);
});

test('a refund is found by its payment link, and by the replacement of a transaction that was not mined', async () => {
  const { invoice } = await waitingPayment();
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await ok(stage.merchant.api.put(`/app/${shop.app.id}/settings`, { app_token_may: ['refund'] }));
  const { api } = shop;
  const to = await stage.node.newAddress('bech32');
  const prepare = (fiat_value: string) => api.post<Json>('/refund', { invoice_id: invoice.id, fiat_value, to });
  const made = await ok<Json>(prepare('30.00'));
  const link = new URL(made.payment_uri);
  assert.deepEqual([link.pathname, link.searchParams.get('amount'), made.amount], [to, '0.30000000', '0.3']);
  const read = () => ok<Json>(api.get(`/refund/${made.id}`));
  const becomes = (status: string) =>
    until(async () => ((await read()).status === status ? read() : null), `the refund to be ${status}`);
  // Only the mined one of both counts.
  const first = await stage.node.pay(link.pathname, units(made.amount, 8));
  const second = await stage.node.bump(first);
  await stage.looks(2);
  assert.equal((await read()).status, 'ready');
  await stage.mine();
  const seen = await becomes('seen');
  assert.deepEqual([seen.hash, seen.from, seen.from_own, seen.amount_differs], [second, null, null, false]);
  await stage.node.reorg(1, [[], []]);
  await stage.caughtUp();
  assert.equal((await becomes('ready')).hash, null);
  await stage.mine(2);
  const sent = await becomes('sent');
  assert.deepEqual([sent.hash, sent.refunded], [second, '30.00']);
});

/** Replaces an ECDSA signature by its other valid form: (r, n - s) instead of (r, s). For one legacy input. */
function withOtherSignature(hex: string): string {
  const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
  const script = hex.slice(84);
  const length = Number.parseInt(hex.slice(82, 84), 16);
  const signatureLength = Number.parseInt(script.slice(0, 2), 16);
  const der = script.slice(2, 2 + signatureLength * 2);
  const rLength = Number.parseInt(der.slice(6, 8), 16);
  const r = der.slice(8, 8 + rLength * 2);
  const sAt = 8 + rLength * 2 + 4;
  const s = BigInt(`0x${der.slice(sAt, -2)}`);
  const digits = (order - s).toString(16).padStart(64, '0');
  // A high first bit needs a leading zero byte, or the number would be negative (DER).
  const high = Number.parseInt(digits.slice(0, 2), 16) >= 0x80 ? `00${digits}` : digits;
  const body = `02${byte(rLength)}${r}02${byte(high.length / 2)}${high}`;
  const other = `30${byte(body.length / 2)}${body}${der.slice(-2)}`;
  const rest = script.slice(2 + signatureLength * 2, length * 2);
  const unlocking = byte(other.length / 2) + other + rest;
  return hex.slice(0, 82) + byte(unlocking.length / 2) + unlocking + script.slice(length * 2);
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0');
}
