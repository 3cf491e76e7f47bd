// The states of invoices and their transactions, as the chain, the chain's clock, and people change them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Json, ok } from '../rig/client.ts';
import { etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
const day = 86_400;
let stage: Stage;
let shop: Shop;

before(async () => {
  stage = await startStage({ killed: true, confirmations });
  shop = await stage.shop();
});

after(() => stage?.close());

/** Uses a new shop, since at an address with several customers an exact amount takes precedence over a sender. */
async function paidIn(
  total: string,
  parts: readonly bigint[],
): Promise<{ shop: Shop; invoice: Json; attempts: Json[] }> {
  const own = await stage.shop();
  const invoice = await own.invoice(total);
  const attempts: Json[] = [];
  for (const part of parts) {
    const customer = await stage.customer();
    const attempt = await stage.attempt(invoice, customer.address);
    await customer.pay(attempt.to, part);
    await stage.mine(confirmations);
    attempts.push(await stage.transactionBecomes(attempt.id, { status: 'success' }));
  }
  return { shop: own, invoice: await stage.getInvoice(invoice.id), attempts };
}

test('E9-under-by-one-unit: partially paid, and the rest remains to the cent', async () => {
  const { invoice, attempts } = await paidIn('100.00', [etherFor('100.00') - 1n]);
  assert.deepEqual(
    [invoice.status, invoice.paid, invoice.remaining, invoice.exceptions],
    ['partially_paid', '99.99', '0.01', []],
  );
  assert.equal(attempts[0].received_amount, '0.049999999999999999');
});

test('E9-exact: the quoted value is the credited value', async () => {
  const { invoice } = await paidIn('100.00', [etherFor('100.00')]);
  assert.deepEqual(
    [invoice.status, invoice.paid, invoice.remaining, invoice.exceptions],
    ['paid', '100.00', '0.00', []],
  );
  assert.notEqual(invoice.paid_at, null);
});

test('E9-over-by-one-unit: paid, and a tiny surplus is no overpayment', async () => {
  const { invoice } = await paidIn('100.00', [etherFor('100.00') + 1n]);
  assert.deepEqual([invoice.status, invoice.paid, invoice.exceptions], ['paid', '100.00', []]);
});

test('E9-a-hundred-times-over: paid once, overpaid, and the whole amount is shown', async () => {
  const { invoice, attempts } = await paidIn('1.00', [etherFor('100.00')]);
  assert.deepEqual([invoice.status, invoice.paid, invoice.exceptions], ['paid', '100.00', ['overpaid']]);
  assert.equal(attempts[0].received_amount, '0.05');
});

test('E9-two-parts and E19-fee-withheld: the rest is quoted exactly, to the same address', async () => {
  const { invoice, attempts } = await paidIn('100.00', [etherFor('33.33')]);
  assert.deepEqual([invoice.status, invoice.paid, invoice.remaining], ['partially_paid', '33.33', '66.67']);
  const customer = await stage.customer();
  const rest = await stage.attempt(invoice, customer.address);
  assert.equal(rest.to, attempts[0].to);
  assert.ok(units(rest.amount, 18) - etherFor('66.67') <= etherFor('0.01'));
  await customer.pay(rest.to, units(rest.amount, 18));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
});

test('what is on its way is not asked for again, and an invoice all on its way takes no further attempt', async () => {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, etherFor('40.00'));
  await stage.mine(1);
  const seen = await stage.invoiceBecomes(invoice.id, { pending: '40.00' });
  assert.deepEqual([seen.status, seen.paid, seen.remaining], ['open', '0.00', '60.00']);
  const other = await stage.customer();
  const rest = await stage.attempt(invoice, other.address);
  assert.ok(units(rest.amount, 18) < etherFor('60.02'));
  await other.pay(rest.to, units(rest.amount, 18));
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { remaining: '0.00' });
  const refused = await attemptBy(newAddress(), invoice);
  assert.deepEqual([refused.status, refused.body.code], [409, 'invoice_not_payable']);
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
});

test('a tolerance closes the invoice that lacks no more than it, and nothing beyond', async () => {
  const forgiving = await stage.shop({
    settings: { underpayment_tolerance: { percent: 1, fiat_max: '0.50' }, late_payments: 'accept_if_worth_the_due' },
  });
  for (const [sent, status] of [
    ['99.50', 'paid'],
    ['99.49', 'partially_paid'],
  ] as const) {
    const customer = await stage.customer();
    const invoice = await forgiving.invoice('100.00');
    const attempt = await stage.attempt(invoice, customer.address);
    await customer.pay(attempt.to, etherFor(sent));
    await stage.mine(confirmations);
    const done = await stage.invoiceBecomes(invoice.id, { status });
    assert.deepEqual([done.paid, done.exceptions], [sent, []]);
  }
});

test('E16-superseding: the same sender and coin keeps the address and replaces the quote', async () => {
  const derived = await stage.shop({ receives: 'xpub' });
  const invoice = await derived.invoice('100.00');
  const from = newAddress();
  const first = await stage.attempt(invoice, from);
  const second = await stage.attempt(invoice, from);
  assert.equal(second.to, first.to);
  const ended = await stage.getTransaction(first.id);
  assert.deepEqual([ended.status, ended.reason], ['canceled', 'superseded']);
  const other = await stage.attempt(invoice, from, 'USDT');
  assert.equal((await stage.getTransaction(second.id)).status, 'processing');
  assert.equal(other.to, second.to);
  assert.deepEqual(await derived.eventTypes(invoice.id), [
    ...['invoice.created', 'transaction.created', 'transaction.canceled', 'transaction.created', 'transaction.created'],
  ]);
});

test('an attempt that was paid is not superseded: the same sender gets a second one beside it', async () => {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const first = await stage.attempt(invoice, customer.address);
  await customer.pay(first.to, etherFor('40.00'));
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { pending: '40.00' });
  const second = await stage.attempt(invoice, customer.address);
  await customer.pay(second.to, units(second.amount, 18));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.equal(paid.paid, '100.00');
  assert.deepEqual(
    (await stage.transactionsOf(invoice.id)).map((one) => one.status),
    ['success', 'success'],
  );
});

test('W35-open-attempts: at most ten attempts at once; the eleventh waits until one is given up', async () => {
  const invoice = await shop.invoice('100.00');
  const made = await Promise.all(Array.from({ length: 14 }, () => attemptBy(newAddress(), invoice)));
  const refused = made.filter((answer) => answer.status !== 201);
  assert.deepEqual(
    refused.map((answer) => [answer.status, answer.body.code]),
    Array.from({ length: 4 }, () => [409, 'too_many_transactions']),
  );
  const one = made.find((answer) => answer.status === 201);
  await ok(stage.anyone.delete(`/transaction/${one?.body.id}`));
  await stage.attempt(invoice, newAddress());
});

test('canceling an attempt in each state: 200 while it waits and again after, 409 once it was paid', async () => {
  const giveUp = (id: string) => stage.anyone.delete(`/transaction/${id}`);
  const waiting = await stage.attempt(await shop.invoice('10.00'), newAddress());
  for (const _ of ['first', 'again']) {
    const answer = await giveUp(waiting.id);
    assert.deepEqual([answer.status, answer.body.status, answer.body.reason], [200, 'canceled', 'requested']);
  }
  const { attempts } = await paidIn('10.00', [etherFor('10.00')]);
  const late = await giveUp(attempts[0].id);
  assert.deepEqual([late.status, late.body.code], [409, 'transaction_not_cancelable']);
  const poor = await stage.customer();
  const failed = await stage.attempt(await shop.invoice('10.00'), poor.address, 'USDT');
  await poor.payToken(failed.to, 10n ** 13n);
  await stage.mine(1);
  await stage.transactionBecomes(failed.id, { status: 'rejected' });
  assert.equal((await giveUp(failed.id)).status, 409);
  assert.equal((await giveUp(randomUUID())).status, 404);
});

test('F4-given-up-in-flight: a payment of a canceled attempt still counts, as a late one', async () => {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const { hash } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { pending: '100.00' });
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  assert.equal((await stage.getInvoice(invoice.id)).pending, '0.00');
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.equal(paid.paid, '100.00');
  const [late] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late.reason, late.hash], ['late', hash]);
});

test('an invoice in each state, taken back: 200 while nothing was seen and again after, 409 from then on', async () => {
  const takeBack = (invoice: Json) => shop.api.delete(`/invoice/${invoice.id}`);
  const open = await shop.invoice('100.00');
  const attempt = await stage.attempt(open, newAddress());
  for (const _ of ['first', 'again']) {
    const answer = await takeBack(open);
    assert.deepEqual([answer.status, answer.body.status], [200, 'canceled']);
  }
  assert.equal((await stage.getTransaction(attempt.id)).status, 'canceled');
  assert.deepEqual((await shop.eventTypes(open.id)).slice(-2), ['transaction.canceled', 'invoice.canceled']);
  const customer = await stage.customer();
  const inFlight = await shop.invoice('100.00');
  const paying = await stage.attempt(inFlight, customer.address);
  await customer.pay(paying.to, etherFor('50.00'));
  await stage.mine(1);
  await stage.invoiceBecomes(inFlight.id, { pending: '50.00' });
  assert.equal((await takeBack(inFlight)).body.code, 'invoice_not_cancelable');
  await stage.mine(confirmations);
  await stage.invoiceBecomes(inFlight.id, { status: 'partially_paid' });
  assert.equal((await takeBack(inFlight)).status, 409);
  const { invoice: paid, shop: other } = await paidIn('10.00', [etherFor('10.00')]);
  assert.equal((await other.api.delete(`/invoice/${paid.id}`)).status, 409);
});

test('settling by hand: the merchant accepts a part, with a reason; a settled invoice takes no attempt', async () => {
  const { invoice, shop } = await paidIn('100.00', [etherFor('90.00')]);
  const settled = await ok<Json>(shop.api.post(`/invoice/${invoice.id}/settle`, { reason: 'Close enough.' }));
  assert.deepEqual([settled.status, settled.paid, settled.exceptions], ['paid', '90.00', ['settled_manually']]);
  assert.equal((await shop.eventTypes(invoice.id)).at(-1), 'invoice.paid');
  const refused = await attemptBy(newAddress(), invoice);
  assert.equal(refused.status, 409);
  assert.equal((await shop.api.post(`/invoice/${invoice.id}/settle`, { reason: 'Twice.' })).status, 409);
});

test('W11-order-reused: a repeated order is the same invoice, and a new one after a cancel', async () => {
  const reference = `order-${randomUUID()}`;
  const order = { reference };
  const first = await shop.invoice('10.00', { order });
  const again = await shop.api.post('/invoice', { total: '10.00', currency: 'USD', order });
  assert.deepEqual([again.status, again.body.id], [200, first.id]);
  const other = await shop.api.post('/invoice', { total: '11.00', currency: 'USD', order });
  assert.deepEqual([other.status, other.body.code], [409, 'reference_in_use']);
  await ok(shop.api.delete(`/invoice/${first.id}`));
  const anew = await shop.api.post('/invoice', { total: '11.00', currency: 'USD', order });
  assert.equal(anew.status, 201);
});

test('F8-one-order-at-once: twenty creates with one reference make one invoice', async () => {
  const order = { reference: `order-${randomUUID()}` };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.api.post('/invoice', { total: '10.00', currency: 'USD', order })),
  );
  assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [...Array.from({ length: 19 }, () => 200), 201]);
});

test('F5-cancel-and-confirm-at-once: one of them wins, and no money is lost', async () => {
  for (let round = 0; round < 10; round += 1) {
    const customer = await stage.customer();
    const invoice = await shop.invoice('10.00');
    const attempt = await stage.attempt(invoice, customer.address);
    await customer.pay(attempt.to, units(attempt.amount, 18));
    await stage.mine(confirmations - 1);
    await stage.transactionBecomes(attempt.id, { confirmations: confirmations - 1 });
    const [answer] = await Promise.all([stage.anyone.delete(`/transaction/${attempt.id}`), stage.anvil.mine()]);
    await stage.caughtUp();
    await stage.mine(1);
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.equal(paid.paid, '10.00');
    const outcome = (await stage.transactionsOf(invoice.id)).map((one) => one.status);
    assert.deepEqual(outcome, answer.status === 200 ? ['success', 'canceled'] : ['success']);
  }
});

test('F1-mined-at-the-deadline: the second of the deadline is in time, by the block’s clock', async () => {
  for (const [after, reason] of [
    [0, null],
    [1, 'late'],
  ] as const) {
    const customer = await stage.customer();
    await stage.mine(1);
    const invoice = await (await stage.shop()).invoice('100.00');
    const attempt = await stage.attempt(invoice, customer.address);
    const [row] = await stage.database.db.query<{ deadline: Date }>('select deadline from transactions where id = $1', [
      attempt.id,
    ]);
    const lastSecond = Math.floor((row as { deadline: Date }).deadline.getTime() / 1000);
    await customer.pay(attempt.to, units(attempt.amount, 18));
    // The service sees the payment after the deadline, so only the block's time shows that it was in time.
    await stage.clock.pass(901);
    await stage.anvil.rpc('evm_setNextBlockTimestamp', [lastSecond + after]);
    await stage.mine(confirmations);
    await stage.anvil.beAhead(stage.clock.ahead());
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.equal(paid.paid, '100.00');
    const [newest] = await stage.transactionsOf(invoice.id);
    assert.deepEqual([newest.status, newest.reason], ['success', reason]);
    await stage.pass(1);
    await stage.transactionBecomes(attempt.id, { status: reason === null ? 'success' : 'canceled' });
  }
});

test('F2-F3-late-after-expiry: the chain’s time ends the quote, and a late payment pays the invoice', async () => {
  const customer = await stage.customer();
  const invoice = await (await stage.shop()).invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await stage.pass(901);
  const ended = await stage.transactionBecomes(attempt.id, { status: 'canceled' });
  assert.equal(ended.reason, 'expired');
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
  const [late] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late.status, late.reason], ['success', 'late']);
});

test('F3-late-after-the-invoice-expired: it is paid, and paid late', async () => {
  const customer = await stage.customer();
  const own = await stage.shop();
  const invoice = await own.invoice('100.00', { expires_in: 3600 });
  const attempt = await stage.attempt(invoice, customer.address);
  await stage.pass(3_700);
  await stage.invoiceBecomes(invoice.id, { status: 'expired' });
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', ['paid_late']]);
  assert.deepEqual((await own.eventTypes(invoice.id)).slice(-1), ['invoice.paid']);
});

test('F6-expiry-against-payment: an invoice with a payment on its way never expires', async () => {
  const customer = await stage.customer();
  // More than the blocks that the test mines to let time pass.
  const deep = { currency: 'USD', from: '1.00', confirmations: 12 };
  const slow = await stage.shop({ settings: { confirmations_by_value: [deep] } });
  const invoice = await slow.invoice('100.00', { expires_in: 3600 });
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { pending: '100.00' });
  await stage.pass(2 * day);
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  await stage.mine(deep.confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual(paid.exceptions, []);
});

test('an expired invoice keeps what was paid in part, and its reference may be used again', async () => {
  const order = { reference: `order-${randomUUID()}` };
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00', { expires_in: 3600, order });
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, etherFor('40.00'));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid' });
  await stage.pass(3_700);
  const expired = await stage.invoiceBecomes(invoice.id, { status: 'expired' });
  assert.deepEqual([expired.paid, expired.remaining], ['40.00', '60.00']);
  const anew = await shop.invoice('100.00', { order });
  assert.notEqual(anew.id, invoice.id);
});

test('B18-an-outage-expires-nothing: payments during an outage count, though their time has passed', async () => {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00', { expires_in: 3600 });
  const attempt = await stage.attempt(invoice, customer.address);
  await stage.crash();
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.anvil.mine();
  await stage.clock.pass(2 * day);
  await stage.anvil.rpc('evm_increaseTime', [2 * day]);
  await stage.anvil.mine(2 * confirmations);
  await stage.service.restart();
  await stage.caughtUp();
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
  assert.deepEqual(
    (await stage.transactionsOf(invoice.id)).map((one) => [one.status, one.reason]),
    [['success', null]],
  );
});

/** The response to a customer who asks to pay in ETH from this address. */
function attemptBy(from: string, { id: invoice_id }: Json) {
  return stage.anyone.post<Json>('/transaction', { invoice_id, from, cryptocurrency: 'ETH', network: 'local' });
}
