// A payment that a reorg removes is reversed, a returning one counts once, and an uncertain state is reported.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { contract } from '../rig/evm/contracts.ts';
import { type ExpectedTransfers, expectTransfers } from '../rig/payment/expected-transfers.ts';
import { type Customer, etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 4;
let stage: Stage;
let shop: Shop;
let outgoing: ExpectedTransfers;

before(async () => {
  stage = await startStage({ killed: true, confirmations, reorgDepth: 16 });
  shop = await stage.shop();
  outgoing = await expectTransfers(stage);
});

after(async () => {
  await outgoing?.close();
  await stage?.close({ isHalted: true });
});

/** An invoice over 100 USD, fully paid in the newest block, as seen by the service. */
async function seenPayment(): Promise<{ invoice: Json; attempt: Json; customer: Customer; hash: Hex; raw: Hex }> {
  const customer = await stage.customer();
  await stage.mine(1);
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const sent = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(1);
  await stage.transactionBecomes(attempt.id, { hash: sent.hash });
  return { invoice, attempt, customer, ...sent };
}

for (let depth = 1; depth < confirmations; depth++) {
  test(`B1-reorg-drops-unconfirmed: ${depth} deep, the payment is reverted and its hash kept`, async () => {
    const { invoice, attempt, hash } = await seenPayment();
    await stage.mine(depth - 1);
    assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
    await stage.anvil.reorg(depth);
    await stage.caughtUp();
    const lost = await stage.transactionBecomes(attempt.id, { block: null });
    assert.deepEqual([lost.status, lost.hash, lost.received_amount, lost.confirmations], ['processing', hash, null, 0]);
    const back = await stage.getInvoice(invoice.id);
    assert.deepEqual([back.status, back.paid, back.pending, back.remaining], ['open', '0.00', '0.00', '100.00']);
    assert.equal((await shop.eventTypes(invoice.id)).at(-1), 'invoice.updated');
    await stage.mine(confirmations + 1);
    assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  });
}

test('B2-re-mined-elsewhere: the same payment in another block counts once, with new confirmations', async () => {
  const { invoice, attempt, hash, raw } = await seenPayment();
  const { block } = await stage.getTransaction(attempt.id);
  await stage.mine(confirmations - 2);
  await stage.anvil.reorg(confirmations - 1, [[raw, confirmations - 2]]);
  await stage.caughtUp();
  const again = await stage.transactionBecomes(attempt.id, { block: block + confirmations - 2 });
  assert.deepEqual([again.status, again.hash, again.confirmations], ['processing', hash, 1]);
  assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
  await stage.mine(confirmations - 1);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.pending, paid.exceptions], ['100.00', '0.00', []]);
  assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
});

test('B2-flip-flop: a payment that reorgs remove and restore twice is one payment', async () => {
  const { invoice, attempt, raw } = await seenPayment();
  await stage.anvil.reorg(1);
  await stage.caughtUp();
  await stage.anvil.reorg(1, [[raw, 0]]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { confirmations: 1 });
  await stage.anvil.reorg(1);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { confirmations: 0 });
  await stage.anvil.reorg(1, [[raw, 0]]);
  await stage.mine(confirmations - 1);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
});

test('B7-head-withdrawn: withdrawn heads above a payment leave it unchanged, and are not kept', async () => {
  const { invoice, attempt, hash } = await seenPayment();
  const { block } = await stage.getTransaction(attempt.id);
  const told = await shop.eventTypes(invoice.id);
  const withdrawn: string[] = [];
  await stage.mine(1);
  for (const _ of ['first', 'second', 'third']) {
    withdrawn.push((await stage.anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false])).hash);
    await stage.anvil.reorg(1);
    await stage.caughtUp();
  }
  assert.equal(new Set(withdrawn).size, withdrawn.length);
  const still = await stage.getTransaction(attempt.id);
  assert.deepEqual([still.status, still.hash, still.block, still.confirmations], ['processing', hash, block, 2]);
  assert.deepEqual(await shop.eventTypes(invoice.id), told);
  const kept = await stage.database.db.query('select from network_blocks where hash = any($1)', [withdrawn]);
  assert.equal(kept.length, 0);
  await stage.mine(confirmations - 2);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
});

test('a payment that is mined again with another outcome credits nothing, and the attempt is rejected', async () => {
  const customer = await stage.customer();
  const thief = await stage.customer();
  await customer.call(stage.token, tokenCall('approve', [thief.address, 10n ** 12n]));
  await stage.mine(1);
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  const sent = await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(2);
  await stage.transactionBecomes(attempt.id, { hash: sent.hash, confirmations: 2 });
  // On the new branch the wallet is emptied first, so the same chain transaction fails.
  const theft = await thief.call(stage.token, tokenCall('transferFrom', [customer.address, thief.address, 10n ** 12n]));
  await stage.anvil.reorg(2, [
    [theft.raw, 0],
    [sent.raw, 1],
  ]);
  await stage.mine(confirmations + 1);
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash], ['failed_on_chain', sent.hash]);
  const unpaid = await stage.getInvoice(invoice.id);
  assert.deepEqual([unpaid.status, unpaid.paid, unpaid.pending], ['open', '0.00', '0.00']);
});

test('two payments for one attempt, the first away when the second came and then back: each counts once', async () => {
  const once = await stage.shop({ receives: 'xpub' });
  const [first, second] = [await stage.customer(), await stage.customer()];
  const invoice = await once.invoice('100.00');
  const attempt = await stage.attempt(invoice, first.address);
  const one = await first.pay(attempt.to, etherFor('100.00'));
  await stage.mine(1);
  await stage.transactionBecomes(attempt.id, { hash: one.hash });
  await stage.anvil.reorg(1);
  await stage.caughtUp();
  const other = await second.pay(attempt.to, etherFor('100.00'));
  await stage.mine(1);
  await stage.transactionBecomes(attempt.id, { hash: other.hash });
  await stage.anvil.rpc('eth_sendRawTransaction', [one.raw]);
  await stage.mine(confirmations + 1);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '200.00' });
  assert.deepEqual(paid.exceptions, ['overpaid']);
  const all = await stage.transactionsOf(invoice.id);
  assert.deepEqual(
    all.map(({ status, reason, hash }) => [status, reason, hash]),
    [
      ['success', 'late', one.hash],
      ['success', null, other.hash],
    ],
  );
});

test('an attempt canceled while its payment is off the chain: the payment comes back as a late one', async () => {
  const { invoice, attempt, hash, raw } = await seenPayment();
  await stage.anvil.reorg(1);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { block: null });
  assert.equal((await stage.anyone.delete(`/transaction/${attempt.id}`)).status, 200);
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.mine(confirmations + 1);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const [late, canceled] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late.status, late.reason, late.hash], ['success', 'late', hash]);
  assert.deepEqual([canceled.status, canceled.reason], ['canceled', 'requested']);
});

test('B4-deeper-than-asked-for: a paid invoice is reversed with an event, and paid late once it is back', async () => {
  const { invoice, attempt, hash, raw } = await seenPayment();
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.notEqual(paid.paid_at, null);
  await stage.anvil.reorg(confirmations + 1);
  await stage.caughtUp();
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash, rejected.block], ['reorged', hash, null]);
  const reversed = await stage.getInvoice(invoice.id);
  assert.deepEqual(
    [reversed.status, reversed.paid, reversed.remaining, reversed.paid_at, reversed.exceptions],
    ['open', '0.00', '100.00', null, ['reorged']],
  );
  assert.deepEqual((await shop.eventTypes(invoice.id)).slice(-2), ['transaction.rejected', 'invoice.reversed']);
  const concerns = async () =>
    (await ok<Json[]>(shop.api.get(`/app/${shop.app.id}/attention`))).filter(({ kind }) => kind === 'payments_reorged');
  assert.deepEqual(
    (await concerns()).map(({ count, since, ids }) => [count, since, ids]),
    [[1, rejected.updated_at, [invoice.id]]],
  );
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.mine(1);
  await until(async () => (await concerns()).length === 0, 'the payment that is mined again to need nobody');
  await stage.mine(confirmations - 1);
  const again = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([again.paid, again.exceptions], ['100.00', ['reorged']]);
  const [late, first] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late.status, late.reason, late.hash], ['success', 'late', hash]);
  assert.deepEqual([first.status, first.reason], ['rejected', 'reorged']);
});

test('a waiting payment that a reorg takes back is told of, and told anew when it is mined again', async () => {
  const odd = await stage.shop();
  const customer = await stage.customer();
  await stage.mine(1);
  const invoice = await odd.invoice('100.00');
  const { to } = await stage.attempt(invoice, (await stage.customer()).address);
  const { hash, raw } = await customer.pay(to, etherFor('37.00'));
  await stage.mine(1);
  const told = async () => {
    const events = (await odd.events()).filter(({ type, data }) => type === 'payment.unmatched' && data.hash === hash);
    return events.map(({ data }) => [data.id, data.status, data.block === null]);
  };
  const [[id] = []] = await told();
  assert.deepEqual(await told(), [[id, 'waiting', false]]);
  await stage.anvil.reorg(1);
  await stage.caughtUp();
  assert.deepEqual((await told()).slice(1), [[id, 'withdrawn', true]]);
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.mine(1);
  assert.deepEqual((await told()).slice(2), [[id, 'waiting', false]]);
});

test('B4-of-one-installment: the other installment stays paid, and the removed one can count again', async () => {
  const invoice = await (await stage.shop()).invoice('100.00');
  const [one, two] = [await stage.customer(), await stage.customer()];
  const first = await stage.attempt(invoice, one.address);
  await one.pay(first.to, etherFor('60.00'));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '60.00' });
  const second = await stage.attempt(invoice, two.address);
  const { raw, hash } = await two.pay(second.to, etherFor('15.00'));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { paid: '75.00' });
  await stage.anvil.reorg(confirmations + 1);
  await stage.caughtUp();
  const less = await stage.invoiceBecomes(invoice.id, { paid: '60.00' });
  assert.deepEqual([less.status, less.remaining, less.exceptions], ['partially_paid', '40.00', ['reorged']]);
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '75.00' });
  const late = (await stage.transactionsOf(invoice.id))[0];
  assert.deepEqual([late.status, late.reason, late.hash], ['success', 'late', hash]);
});

test('B8-reorg-while-down: the next start moves the cursor back and reverts the payment', async () => {
  const { invoice, attempt, raw } = await seenPayment();
  await stage.crash();
  await stage.anvil.reorg(confirmations - 1);
  await stage.anvil.mine(2);
  await stage.service.restart();
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { block: null, status: 'processing' });
  assert.equal((await stage.getInvoice(invoice.id)).pending, '0.00');
  await stage.crash();
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.anvil.mine(confirmations);
  await stage.service.restart();
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
});

test('an expected outgoing transfer is seen, lost in a reorg, seen again, final, and lost once more', async () => {
  const [wallet, purse, to] = [await stage.customer(), await stage.customer(), newAddress()];
  await stage.mine(1);
  const coins = await outgoing.expect({ coin: 'ETH on local', to, amount: etherFor('30.00') });
  const tokens = await outgoing.expect({ coin: 'USDT on local', to, amount: 30_000_000n });
  const sent = await wallet.pay(to, etherFor('30.00'));
  const token = await purse.payToken(to, 30_000_000n);
  await stage.mine(1);
  const seen = await outgoing.becomes(coins, 'seen', sent.hash);
  assert.deepEqual(
    [seen.confirmations, seen.amountDiffers, seen.transfer?.sender],
    [1, false, wallet.address.toLowerCase()],
  );
  await outgoing.becomes(tokens, 'seen', token.hash);
  await stage.mine(1);
  assert.equal((await outgoing.report(coins)).confirmations, 2);
  await outgoing.taken(coins, 'seen');
  await stage.anvil.reorg(2, [[token.raw, 1]]);
  await stage.caughtUp();
  const lost = await outgoing.becomes(coins, 'awaited', '');
  assert.deepEqual([lost.confirmations, lost.transfer], [0, null]);
  const again = await outgoing.becomes(tokens, 'seen', token.hash);
  assert.equal(again.confirmations, 1, 'the same transfer in another block');
  await stage.anvil.rpc('eth_sendRawTransaction', [sent.raw]);
  await stage.mine(1);
  await outgoing.becomes(coins, 'seen', sent.hash);
  await stage.mine(confirmations - 2);
  await outgoing.becomes(tokens, 'final', token.hash);
  assert.equal((await outgoing.report(coins)).status, 'seen', 'one confirmation less');
  await stage.mine(1);
  await outgoing.becomes(coins, 'final', sent.hash);
  await outgoing.taken(coins, 'final');
  await stage.anvil.reorg(confirmations + 2);
  await stage.caughtUp();
  await outgoing.becomes(coins, 'awaited', '');
  await stage.anvil.rpc('eth_sendRawTransaction', [token.raw]);
  await stage.anvil.rpc('eth_sendRawTransaction', [sent.raw]);
  await stage.mine(confirmations);
  await outgoing.becomes(coins, 'final', sent.hash);
  await outgoing.becomes(tokens, 'final', token.hash);
  assert.equal(await recordedPayments(to), 0, 'it is nobody’s payment');
});

test('an expected outgoing transfer that was sent while the service was down meets one expectation', async () => {
  const [wallet, to] = [await stage.customer(), newAddress()];
  await stage.mine(1);
  const wanted = { coin: 'ETH on local', to, amount: etherFor('10.00') };
  const before = await wallet.pay(to, wanted.amount);
  await stage.mine(1);
  const older = await outgoing.expect(wanted);
  await stage.crash();
  const younger = await outgoing.expect(wanted);
  const other = await outgoing.expect({ ...wanted, amount: etherFor('4.00') });
  const exact = await wallet.pay(to, wanted.amount);
  const less = await wallet.pay(to, wanted.amount - 1n);
  await stage.anvil.mine(confirmations + 1);
  await stage.service.restart();
  await stage.caughtUp();
  assert.notEqual((await outgoing.becomes(older, 'final', exact.hash)).transfer?.txHash, before.hash);
  const differs = await outgoing.becomes(younger, 'differs', less.hash);
  assert.deepEqual([differs.amountDiffers, differs.transfer?.amount], [true, wanted.amount - 1n]);
  assert.equal((await outgoing.report(other)).status, 'awaited', 'a transfer is one expectation’s');
  await outgoing.taken(younger, 'differs');
  assert.deepEqual([await outgoing.accept(other), await outgoing.accept(younger)], [false, true]);
  await stage.mine(1);
  assert.equal((await outgoing.becomes(younger, 'final', less.hash)).amountDiffers, true);
  assert.deepEqual([await outgoing.accept(younger), await recordedPayments(to)], [false, 0]);
  await outgoing.endWatch(other, new Date(0));
  await wallet.pay(to, etherFor('4.00'));
  await stage.mine(1);
  assert.equal((await outgoing.report(other)).status, 'awaited', 'its watch has ended');
});

test('an outgoing transfer to a receiving address meets its expectation, and pays there all the same', async () => {
  const wallet = await stage.customer();
  await stage.mine(1);
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, wallet.address);
  const amount = units(attempt.amount, 18);
  const paying = await outgoing.expect({ coin: 'ETH on local', to: attempt.to, amount });
  const spare = await outgoing.expect({ coin: 'ETH on local', to: attempt.to, amount: etherFor('7.00') });
  const sent = await wallet.pay(attempt.to, amount);
  const second = await (await stage.customer()).pay(attempt.to, etherFor('7.00'));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00', exceptions: [] });
  await outgoing.becomes(paying, 'final', sent.hash);
  await outgoing.becomes(spare, 'final', second.hash);
  const waiting = await ok<Json[]>(shop.api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
  assert.equal(waiting.filter(({ hash }) => hash === second.hash).length, 1, 'the shop’s own unmatched payment');
});

/** How many transfers to an address were recorded as payments. */
async function recordedPayments(to: string): Promise<number> {
  return (await stage.database.db.query('select from transfers where recipient = $1', [to])).length;
}

test('B12-head-goes-back: a shorter chain with the same blocks reverts nothing', async () => {
  const { attempt } = await seenPayment();
  await stage.mine(1);
  const before = await stage.getTransaction(attempt.id);
  const heard = stage.service.lines.length;
  await stage.anvil.rollback(1);
  await stage.rounds(3);
  assert.equal((await stage.getTransaction(attempt.id)).block, before.block);
  assert.deepEqual(
    stage.service.lines.slice(heard).filter((line) => line.includes('reorg')),
    [],
  );
  await stage.mine(confirmations);
  assert.equal((await stage.transactionBecomes(attempt.id, { status: 'success' })).block, before.block);
});

test('B5-deeper-than-remembered: the network halts, reports it, and credits nothing more', async () => {
  const { invoice, attempt } = await seenPayment();
  await stage.mine(20);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await stage.anvil.reorg(21);
  const halted = await until(async () => {
    const [row] = await stage.database.db.query<{ halted: string | null }>('select halted from network_cursors');
    return row?.halted;
  }, 'the network is halted');
  assert.match(halted, /diverged below block \d+/);
  await stage.service.says('diverged below block');
  await until(async () => {
    const networks = await ok<Json[]>(stage.anyone.get('/networks'));
    return networks.find((one) => one.symbol === 'local')?.available === false;
  }, 'the network is shown as not available');
  assert.equal((await stage.getInvoice(invoice.id)).status, 'paid');
  assert.equal((await stage.getTransaction(attempt.id)).status, 'success');
});

function tokenCall(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: contract('Token').abi, functionName, args });
}
