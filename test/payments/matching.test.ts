// A payment is matched to its transaction by address, sender or exact amount. If two are possible, the payment waits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { type Json, ok } from '../rig/client.ts';
import { type ContractName, contract } from '../rig/evm/contracts.ts';
import { type Customer, etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 2;
let stage: Stage;
let shared: Shop;
let derived: Shop;
let multisend: Hex;

before(async () => {
  const rates = { ETH: { USD: '2000', KWD: '613.7' }, USDT: { USD: '1', JPY: '151.3' } };
  stage = await startStage({ confirmations, rates });
  shared = await stage.shop();
  derived = await stage.shop({ receives: 'xpub' });
  multisend = await stage.anvil.deploy('Multisend');
});

after(() => stage?.close());

/** The reasons why payments to this shop wait, oldest first, as the merchant sees them. */
async function waiting(shop: Shop): Promise<Json[]> {
  return (await shop.events()).filter((event) => event.type === 'payment.unmatched').map((event) => event.data);
}

/** Counts the decimals of an amount as the API writes it. */
function currencyDecimals(written: string): number {
  return written.split('.')[1]?.length ?? 0;
}

async function confirm(): Promise<void> {
  await stage.mine(confirmations);
}

/** Allows the multisend contract to send the customer's tokens, and sends them. */
async function sendMany(customer: Customer, to: readonly string[], amounts: readonly bigint[]): Promise<Hex> {
  await customer.call(stage.token, data('Token', 'approve', [multisend, 10n ** 12n]));
  const many = data('Multisend', 'sendTokens', [stage.token, to, amounts]);
  return (await customer.call(multisend, many)).hash;
}

test('a fixed address: the declared sender finds its attempt, whatever amount it sends', async () => {
  const customer = await stage.customer();
  const invoice = await shared.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, etherFor('40.00'));
  await confirm();
  const done = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.deepEqual([done.matched_by, done.received_amount], ['sender', '0.02']);
  assert.equal((await stage.getInvoice(invoice.id)).paid, '40.00');
});

test('E18-unique-amounts: equal totals at one address get different amounts, within amount_room', async () => {
  const attempts: Json[] = [];
  for (let at = 0; at < 8; at += 1) {
    attempts.push(await stage.attempt(await shared.invoice('77.00'), newAddress(), at % 2 === 0 ? 'ETH' : 'USDT'));
  }
  for (const [symbol, decimals, plain, room] of [
    // A thousandth of the price.
    ['ETH', 18, etherFor('77.00'), etherFor('77.00') / 1000n],
    ['USDT', 6, 77_000_000n, 77_000n],
  ] as const) {
    const amounts = attempts
      .filter((one) => one.cryptocurrency.symbol === symbol)
      .map((one) => units(one.amount, decimals));
    assert.equal(new Set(amounts).size, 4);
    for (const amount of amounts) assert.ok(amount >= plain && amount - plain <= room, `${amount} of ${symbol}`);
  }
});

test('F11-unknown-sender: two customers of one exchange each find their own invoice by the exact amount', async () => {
  const exchange = await stage.customer();
  const invoices = [await shared.invoice('55.00'), await shared.invoice('55.00')];
  const attempts: Json[] = [];
  for (const invoice of invoices) attempts.push(await stage.attempt(invoice, newAddress(), 'USDT'));
  for (const attempt of attempts.toReversed()) await exchange.payToken(attempt.to, units(attempt.amount, 6));
  await confirm();
  for (const [at, attempt] of attempts.entries()) {
    const done = await stage.transactionBecomes(attempt.id, { status: 'success' });
    assert.deepEqual([done.matched_by, done.received_amount], ['amount', attempt.amount]);
    const paid = await stage.invoiceBecomes(invoices[at].id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.exceptions], ['55.00', []]);
  }
});

test('F11-unknown-sender-and-amount: a payment without a match waits for the merchant, with its evidence', async () => {
  const shop = await stage.shop();
  const stranger = await stage.customer();
  const attempt = await stage.attempt(await shop.invoice('55.00'), newAddress(), 'USDT');
  const { hash } = await stranger.payToken(attempt.to, 54_000_000n);
  await confirm();
  const [payment, ...others] = await waiting(shop);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [payment.reason, payment.hash, payment.amount, payment.cryptocurrency, payment.from],
    ['unknown', hash, '54', 'USDT', stranger.address],
  );
  assert.equal((await stage.getTransaction(attempt.id)).hash, null);
});

test('one sender with two open attempts: the exact amount decides, in whichever order they are paid', async () => {
  const customer = await stage.customer();
  const attempts = [
    await stage.attempt(await shared.invoice('20.00'), customer.address, 'USDT'),
    await stage.attempt(await shared.invoice('30.00'), customer.address, 'USDT'),
  ];
  for (const attempt of attempts.toReversed()) {
    await customer.payToken(attempt.to, units(attempt.amount, 6));
    await confirm();
    const done = await stage.transactionBecomes(attempt.id, { status: 'success' });
    assert.equal(done.received_amount, attempt.amount);
  }
});

test('one sender with two open attempts and another amount: it waits, naming both, and both stay open', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const attempts = [
    await stage.attempt(await shop.invoice('20.00'), customer.address, 'USDT'),
    await stage.attempt(await shop.invoice('30.00'), customer.address, 'USDT'),
  ];
  await customer.payToken(attempts[0].to, 25_000_000n);
  await confirm();
  const [payment] = await waiting(shop);
  assert.equal(payment.reason, 'ambiguous');
  assert.deepEqual([...payment.candidates].sort(), attempts.map((one) => one.id).sort());
  for (const attempt of attempts) assert.equal((await stage.getTransaction(attempt.id)).hash, null);
});

test('E10-another-token: USDC for a quote in USDT is not credited automatically, on any address', async () => {
  for (const receives of [undefined, 'xpub']) {
    const shop = await stage.shop(receives === undefined ? {} : { receives });
    const customer = await stage.customer();
    const invoice = await shop.invoice('20.00');
    const attempt = await stage.attempt(invoice, customer.address, 'USDT');
    await customer.payToken(attempt.to, units(attempt.amount, 6), stage.otherToken);
    await confirm();
    const [payment] = await waiting(shop);
    assert.deepEqual(
      [payment.reason, payment.cryptocurrency, payment.candidates],
      ['wrong_asset', 'USDC', [attempt.id]],
    );
    assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
    assert.equal((await stage.getTransaction(attempt.id)).hash, null);
  }
});

test('A28-any-sender: a one-time address finds its attempt, for any sender and amount', async () => {
  const stranger = await stage.customer();
  const invoice = await derived.invoice('50.00');
  const attempt = await stage.attempt(invoice, newAddress());
  await stranger.pay(attempt.to, etherFor('12.34'));
  await confirm();
  const done = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.equal(done.matched_by, 'address');
  assert.equal((await stage.getInvoice(invoice.id)).paid, '12.34');
});

test('C21-concurrent-creates: a hundred invoices at once get a hundred different addresses', async () => {
  const invoices = await Promise.all(Array.from({ length: 100 }, () => derived.invoice('50.00')));
  const attempts = await Promise.all(
    invoices.flatMap((invoice) => Array.from({ length: 2 }, () => stage.attempt(invoice, newAddress()))),
  );
  const addresses = Map.groupBy(attempts, (one) => one.invoice_id).values();
  const own = [...addresses].map((of) => new Set(of.map((one) => one.to)));
  assert.deepEqual(new Set(own.map(({ size }) => size)), new Set([1]));
  assert.equal(new Set(own.flatMap((of) => [...of])).size, 100);
});

test('A16-multisend: two transfers to one address in one chain transaction are one payment, their sum', async () => {
  const customer = await stage.customer();
  // In this shop no other quote has the amount of a single part.
  const invoice = await (await stage.shop()).invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  const amount = units(attempt.amount, 6);
  const hash = await sendMany(customer, [attempt.to, attempt.to], [30_000_000n, amount - 30_000_000n]);
  await confirm();
  const done = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.deepEqual([done.hash, done.received_amount], [hash, attempt.amount]);
  const paid = await stage.getInvoice(invoice.id);
  assert.deepEqual([paid.status, paid.paid, paid.exceptions], ['paid', '100.00', []]);
  assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
});

test('A17-one-pays-many: a chain transaction that pays two invoices pays each once', async () => {
  const customer = await stage.customer();
  const invoices = [await shared.invoice('20.00'), await shared.invoice('30.00'), await derived.invoice('40.00')];
  const attempts: Json[] = [];
  for (const invoice of invoices) attempts.push(await stage.attempt(invoice, customer.address, 'USDT'));
  const hash = await sendMany(
    customer,
    attempts.map((one) => one.to),
    attempts.map((one) => units(one.amount, 6)),
  );
  await confirm();
  for (const [at, invoice] of invoices.entries()) {
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.exceptions], [invoice.total, []]);
    assert.equal((await stage.getTransaction(attempts[at].id)).hash, hash);
  }
});

test('a second part of a quote that comes in time is no late payment', async () => {
  const customer = await stage.customer();
  const invoice = await shared.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, etherFor('60.00'));
  await stage.mine(1);
  await customer.pay(attempt.to, etherFor('40.00'));
  await confirm();
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
  assert.deepEqual(
    (await stage.transactionsOf(invoice.id)).map((one) => [one.status, one.reason, one.received_amount]),
    [
      ['success', null, '0.02'],
      ['success', null, '0.03'],
    ],
  );
});

test('M2-three-parts: the quoted amount in three transfers is paid to the unit, and no part is late', async () => {
  const ways = [
    { total: '100.00', receives: 'xpub', coin: 'ETH', values: ['33.33', '66.66', '100.00'] },
    { total: '100', currency: 'JPY', receives: 'xpub', coin: 'USDT', values: ['33', '66', '100'] },
    { total: '1.000', currency: 'KWD', receives: undefined, coin: 'ETH', values: ['0.333', '0.666', '1.000'] },
  ];
  for (const { total, currency = 'USD', receives, coin, values } of ways) {
    const shop = await stage.shop(receives === undefined ? {} : { receives });
    const customer = await stage.customer();
    const invoice = await shop.invoice(total, { currency });
    const attempt = await stage.attempt(invoice, customer.address, coin);
    const whole = units(attempt.amount, coin === 'ETH' ? 18 : 6);
    const third = whole / 3n;
    const pay = (units: bigint) => (coin === 'ETH' ? customer.pay : customer.payToken)(attempt.to, units);
    await pay(third);
    await stage.mine(1);
    await stage.invoiceBecomes(invoice.id, { pending: values[0] });
    await pay(third);
    await stage.mine(1);
    await stage.invoiceBecomes(invoice.id, { paid: values[0] });
    await pay(whole - 2n * third);
    await stage.mine(1);
    const seen = await stage.invoiceBecomes(invoice.id, { paid: values[1] });
    assert.deepEqual([seen.status, seen.remaining], ['partially_paid', Number(0).toFixed(currencyDecimals(total))]);
    await confirm();
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.remaining, paid.exceptions], [values[2], seen.remaining, []]);
    const parts = await stage.transactionsOf(invoice.id);
    assert.deepEqual(
      parts.map(({ status, reason, rate }) => [status, reason, rate]),
      parts.map(() => ['success', null, attempt.rate]),
    );
  }
});

test('F4-late-after-cancel: a payment for a canceled attempt is a late payment of its invoice', async () => {
  const customer = await stage.customer();
  const invoice = await shared.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  const { hash } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await confirm();
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.ok(!paid.exceptions.includes('paid_late'));
  const [late, canceled] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late.status, late.reason, late.hash, late.amount], ['success', 'late', hash, null]);
  assert.deepEqual([canceled.status, canceled.reason, canceled.hash], ['canceled', 'requested', null]);
});

test('F4-paid-after-cancel: a payment for a canceled invoice waits, and the invoice stays canceled', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await ok(shop.api.delete(`/invoice/${invoice.id}`));
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await confirm();
  const [payment] = await waiting(shop);
  assert.deepEqual([payment.reason, payment.candidates], ['invoice_canceled', [attempt.id]]);
  const canceled = await stage.getInvoice(invoice.id);
  assert.deepEqual([canceled.status, canceled.paid, canceled.pending], ['canceled', '0.00', '0.00']);
});

test('a shop that holds late payments: what comes after a cancel waits, and nothing is credited', async () => {
  const shop = await stage.shop({ settings: { late_payments: 'hold' } });
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await confirm();
  const [payment] = await waiting(shop);
  assert.deepEqual([payment.reason, payment.candidates], ['held', [attempt.id]]);
  assert.equal((await stage.getInvoice(invoice.id)).paid, '0.00');
});

test('one address in two shops of one owner: each payment goes to the invoice of its own shop', async () => {
  const address = newAddress();
  const shops = [await stage.shop({ receives: address }), await stage.shop({ receives: address })];
  const exchange = await stage.customer();
  const attempts: Json[] = [];
  for (const shop of shops) attempts.push(await stage.attempt(await shop.invoice('10.00'), newAddress(), 'USDT'));
  assert.notEqual(attempts[0].amount, attempts[1].amount);
  for (const attempt of attempts) await exchange.payToken(attempt.to, units(attempt.amount, 6));
  await confirm();
  for (const attempt of attempts) {
    const paid = await stage.invoiceBecomes(attempt.invoice_id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.exceptions], ['10.00', []]);
  }
});

test('F30-any-metadata: a merchant’s metadata never stops a payment', async () => {
  const strange = {
    quote: '\'; drop table invoices; --"',
    rtl: '\u202e\u0007',
    emoji: '💸'.repeat(50),
    proto: '__proto__',
  };
  const customer = await stage.customer();
  const invoice = await shared.invoice('10.00', { metadata: strange, order: { description: '<script>\\u0000' } });
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await confirm();
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const { metadata } = await ok<Json>(shared.api.get(`/invoice/${invoice.id}`));
  assert.deepEqual(metadata, { ...strange, rtl: '\u202e' }, 'control characters are left out');
});

function data(name: ContractName, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: contract(name).abi, functionName, args });
}
