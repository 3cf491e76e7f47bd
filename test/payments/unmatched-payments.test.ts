// A payment that cannot be matched waits until the merchant assigns it to an invoice or dismisses it. It counts at most
// once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;
let strangers = 3;

before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

/** An unknown sender pays an odd amount of ETH to the shop's address; returns the waiting payment. */
async function unknownPayment(value: bigint): Promise<Json> {
  const from = shop.anvil.accounts[strangers++]?.address as `0x${string}`;
  const to = shop.anvil.accounts[1]?.address as `0x${string}`;
  const hash = await shop.anvil.send({ from, to, value });
  await shop.anvil.mine(1);
  return until(async () => (await waiting()).find((one) => one.hash === hash), 'the payment waits among the unmatched');
}

const waiting = (status?: string): Promise<Json[]> =>
  ok(shop.merchant.appApi.get('/unmatched-payments', status === undefined ? {} : { query: { status } }));
const assign = (id: string, invoiceId: string) =>
  shop.merchant.appApi.post<Json>(`/unmatched-payment/${id}/assign`, { invoice_id: invoiceId });

test('an assigned payment becomes a late transaction that pays the invoice with the usual confirmations', async () => {
  const payment = await unknownPayment(10n ** 16n);
  assert.deepEqual(
    [payment.status, payment.reason, payment.amount, payment.cryptocurrency, payment.candidates, payment.claims],
    ['waiting', 'unknown', '0.01', 'ETH', [], []],
  );
  const invoice = await shop.invoice('20.00');
  const made = await ok<Json>(assign(payment.id, invoice.id));
  assert.deepEqual(
    [made.status, made.reason, made.matched_by, made.hash, made.amount, made.received_amount, made.rate],
    ['processing', 'late', 'merchant', payment.hash, null, '0.01', '2000'],
  );
  assert.equal((await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`))).pending, '20.00');
  await shop.anvil.mine(3);
  const paid = await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the invoice is paid');
  assert.equal(paid.paid, '20.00');
  assert.equal((await waiting()).length, 0);
  const [assigned] = await waiting('assigned');
  assert.deepEqual([assigned.id, assigned.transaction_id], [payment.id, made.id]);
  const types = await shop.eventTypes();
  assert.deepEqual(types.slice(types.indexOf('payment.unmatched')), [
    'payment.unmatched',
    'invoice.created',
    'transaction.created',
    'transaction.detected',
    'transaction.succeeded',
    'invoice.paid',
  ]);
});

test('a payment that is deep enough already succeeds at once, and credits one invoice only', async () => {
  const payment = await unknownPayment(10n ** 15n);
  await shop.anvil.mine(4);
  const [one, other] = [await shop.invoice('2.00'), await shop.invoice('2.00')];
  const answers = await Promise.all([assign(payment.id, one.id), assign(payment.id, other.id)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'payment_not_waiting');
  const paid = [];
  for (const { id } of [one, other]) {
    const mark = answers.some(({ status, body }) => status === 200 && body.invoice_id === id);
    if (mark) await shop.invoiceWhere(id, (invoice) => invoice.status === 'paid', 'the invoice is paid');
    paid.push((await ok<Json>(shop.anyone.get(`/invoice/${id}`))).paid);
  }
  assert.deepEqual(paid.sort(), ['0.00', '2.00']);
});

test('the same Idempotency-Key assigns once and answers the same', async () => {
  const payment = await unknownPayment(2n * 10n ** 15n);
  const invoice = await shop.invoice('100.00');
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { invoice_id: invoice.id };
  const path = `/unmatched-payment/${payment.id}/assign`;
  const first = await shop.merchant.appApi.post<Json>(path, body, { headers });
  const again = await shop.merchant.appApi.post<Json>(path, body, { headers });
  assert.deepEqual([first.status, again.status], [200, 200]);
  assert.equal(again.body.id, first.body.id);
});

test('with accept_at_locked_rate a payment is valued at the rate of the attempt with its coin', async () => {
  await ok(shop.merchant.api.put(`/app/${shop.merchant.app.id}/settings`, { late_payments: 'accept_at_locked_rate' }));
  const payment = await unknownPayment(3n * 10n ** 15n);
  const invoice = await shop.invoice('50.00');
  const attempt = await shop.attempt(invoice.id);
  const made = await ok<Json>(assign(payment.id, invoice.id));
  assert.equal(made.rate, attempt.rate);
  assert.equal((await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`))).pending, '6.00');
});

test('a canceled invoice, or one of somebody else, takes no payment', async () => {
  const payment = await unknownPayment(4n * 10n ** 15n);
  const canceled = await shop.invoice('8.00');
  await ok(shop.merchant.appApi.delete(`/invoice/${canceled.id}`));
  assert.equal((await assign(payment.id, canceled.id)).body.code, 'invoice_canceled');
  const stranger = await shop.newMerchant();
  const theirs = await ok<Json>(stranger.appApi.post('/invoice', { total: '8.00', currency: 'USD' }));
  const refused = await assign(payment.id, theirs.id);
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'invoice_id']);
  const foreign = await stranger.appApi.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: theirs.id });
  assert.equal(foreign.status, 404);
  assert.equal(
    (await stranger.api.get('/unmatched-payments', { query: { app_id: shop.merchant.app.id } })).status,
    404,
  );
  assert.ok(
    (await waiting()).some((one) => one.id === payment.id),
    'it still waits',
  );
});

test('a dismissed payment waits no longer and cannot be assigned', async () => {
  const payment = await unknownPayment(5n * 10n ** 15n);
  const dismissed = await ok<Json>(shop.merchant.api.post(`/unmatched-payment/${payment.id}/dismiss`));
  assert.equal(dismissed.status, 'dismissed');
  assert.equal(
    (await waiting()).some((one) => one.id === payment.id),
    false,
  );
  assert.equal((await assign(payment.id, (await shop.invoice('10.00')).id)).body.code, 'payment_not_waiting');
  assert.equal((await shop.merchant.api.post(`/unmatched-payment/${payment.id}/dismiss`)).status, 409);
});

test('an assigned payment that a reorg removes is taken back from its invoice', async () => {
  const payment = await unknownPayment(6n * 10n ** 15n);
  const invoice = await shop.invoice('12.00');
  const made = await ok<Json>(assign(payment.id, invoice.id));
  await shop.anvil.mine(3);
  await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the invoice is paid');
  await shop.anvil.reorg(5);
  await shop.anvil.mine(1);
  const open = await shop.invoiceWhere(invoice.id, (one) => one.status === 'open', 'the invoice is open again');
  assert.deepEqual([open.paid, open.exceptions], ['0.00', ['reorged']]);
  assert.equal((await ok<Json>(shop.anyone.get(`/transaction/${made.id}`))).status, 'rejected');
});

test('the list comes in pages, newest first', async () => {
  const first = await unknownPayment(7n * 10n ** 15n);
  strangers -= 1;
  const second = await unknownPayment(8n * 10n ** 15n);
  const page = await shop.merchant.appApi.get<Json[]>('/unmatched-payments', { query: { limit: 1 } });
  assert.equal(page.body[0]?.id, second.id);
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] as string;
  const rest = (await (
    await fetch(next, { headers: { authorization: `Bearer ${shop.merchant.app.token}` } })
  ).json()) as Json[];
  assert.equal(rest[0].id, first.id);
});

test('open attempts in the same coin are suggested first, and an invoice paid in another coin is not', async () => {
  const payer = shop.anvil.accounts[strangers]?.address as `0x${string}`;
  const other = await shop.invoice('20.00');
  const simulated = await shop.attempt(other.id, 'USDT', payer);
  await ok(shop.merchant.appApi.post(`/sandbox/transaction/${simulated.id}/simulate`, { case: 'paid' }));
  await shop.invoiceWhere(other.id, (one) => one.status === 'paid', 'the simulated payment pays');
  const attempts: Json[] = [];
  for (let at = 0; at < 4; at += 1) {
    const from = `0x${`${at + 1}`.repeat(40)}`;
    attempts.unshift(await shop.attempt((await shop.invoice('20.00')).id, 'ETH', from));
  }
  const payment = await unknownPayment(5n * 10n ** 17n);
  assert.equal(payment.reason, 'unknown');
  assert.deepEqual(
    payment.candidates.slice(0, 4),
    attempts.map(({ id }) => id),
  );
  assert.ok(!payment.candidates.includes(simulated.id));
  // There is no evidence for any of the candidates, so none of their customers is notified.
  assert.deepEqual(payment.evidence, []);
});
