// The time of payments comes from the service's clock and the chain's together. This holds after a downtime, with a
// wrong clock, and for blocks with a false timestamp.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { blocksToMoveMedian, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
const quoteSeconds = 900;
const hour = 3_600;
let stage: Stage;
let shop: Shop;
let receiver: Receiver;

before(async () => {
  stage = await startStage({ killed: true, confirmations });
  shop = await stage.shop();
  receiver = await startReceiver();
  await ok(shop.api.post('/webhook', { app_id: shop.app.id, url: receiver.url }));
});

after(async () => {
  try {
    await stage?.close();
  } finally {
    await receiver?.close();
  }
});

/**
 * Sets the clock of the running service, and waits until all its threads use it. The clocks of the database and the
 * chain stay.
 */
async function setClock(seconds: number): Promise<void> {
  await stage.clock.set(seconds);
  await stage.mine(1);
  await stage.rounds(3);
}

function secondsAhead(time: string): number {
  return (Date.parse(time) - Date.now()) / 1_000;
}

/** Mines one block dated so many seconds ahead of the newest, and then this many blocks after it. */
async function blockAhead(seconds: number, then = 0): Promise<void> {
  const { timestamp } = await stage.anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
  await stage.anvil.rpc('evm_setNextBlockTimestamp', [Number(timestamp) + seconds]);
  await stage.mine(1 + then);
}

async function begun(total: string): Promise<{ invoice: Json; attempt: Json; pay(): Promise<void> }> {
  const customer = await stage.customer();
  const invoice = await shop.invoice(total);
  const attempt = await stage.attempt(invoice, customer.address);
  const pay = async () => {
    await customer.pay(attempt.to, units(attempt.amount, 18));
  };
  return { invoice, attempt, pay };
}

/**
 * Checks that an invoice paid in time is credited once, and that its events are numbered in order regardless of their
 * times.
 */
async function assertPaid({ invoice, attempt }: { invoice: Json; attempt: Json }): Promise<void> {
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.pending, paid.exceptions], [invoice.total, '0.00', []]);
  assert.deepEqual(
    (await stage.transactionsOf(invoice.id)).map((one) => [one.id, one.status, one.reason]),
    [[attempt.id, 'success', null]],
  );
  // The list is ordered by the recorded times; the sequence numbers show the real order.
  const told = (await shop.events(invoice.id)).sort((one, other) => one.sequence - other.sequence);
  assert.deepEqual(
    told.map((event) => [event.type, event.sequence]),
    ['invoice.created', 'transaction.created', 'transaction.detected', 'transaction.succeeded', 'invoice.paid'].map(
      (type, place) => [type, place + 1],
    ),
  );
}

test('F2-sent-before-mined-after: a payment sent in time and mined too late is late', async () => {
  for (const isAway of [false, true]) {
    const customer = await stage.customer();
    await stage.mine(1);
    const invoice = await (await stage.shop()).invoice('100.00');
    const attempt = await stage.attempt(invoice, customer.address);
    const sent = await customer.pay(attempt.to, units(attempt.amount, 18));
    await stage.rounds(3);
    assert.equal(
      (await stage.getTransaction(attempt.id)).hash,
      null,
      'on this network nothing is seen before its block',
    );
    if (isAway) await stage.crash();
    await stage.clock.pass(901);
    await stage.anvil.rpc('evm_increaseTime', [901]);
    await stage.anvil.mine(confirmations);
    if (isAway) await stage.service.restart();
    await stage.caughtUp();
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
    await stage.pass(1);
    await stage.transactionBecomes(attempt.id, { status: 'canceled' });
    assert.deepEqual(
      (await stage.transactionsOf(invoice.id)).map((one) => [one.status, one.reason, one.hash]),
      [
        ['success', 'late', sent.hash],
        ['canceled', 'expired', null],
      ],
    );
  }
});

for (const [name, ahead] of [
  ['an hour slow', -hour],
  ['an hour fast', hour],
] as const) {
  test(`F7-clock-wrong: with a clock ${name}, a payment in time is in time, and both clocks end a quote`, async () => {
    await setClock(ahead);
    const inTime = await begun('100.00');
    const neverPaid = await begun('100.00');
    assert.ok(Math.abs(secondsAhead(inTime.invoice.created_at) - ahead) < 60, 'its clock is wrong indeed');
    await inTime.pay();
    await stage.mine(confirmations);
    await assertPaid(inTime);
    await stage.pass(quoteSeconds - 60);
    assert.equal((await stage.getTransaction(neverPaid.attempt.id)).status, 'processing');
    // If the clock is fast, the quote is valid longer by that much, so that no customer gets less time than was shown.
    await stage.pass(120 + Math.max(0, ahead));
    const over = await stage.transactionBecomes(neverPaid.attempt.id, { status: 'canceled' });
    assert.equal(over.reason, 'expired');
    await setClock(0);
  });
}

test('B24-S15-one-block-ahead: a block dated 50 minutes ahead ends no quote or invoice; both clocks do', async () => {
  const own = await stage.shop();
  const invoice = await own.invoice('100.00', { expires_in: 300 });
  const attempt = await stage.attempt(invoice, newAddress());
  await blockAhead(3_000);
  await stage.rounds(3);
  const states = async () => [
    (await stage.getInvoice(invoice.id)).status,
    (await stage.getTransaction(attempt.id)).status,
  ];
  assert.deepEqual(await states(), ['open', 'processing']);
  // Another transaction is quoted meanwhile: the block changes no deadline in either direction.
  const meanwhile = await stage.attempt(await own.invoice('100.00'), newAddress());
  await stage.pass(quoteSeconds + 1);
  assert.equal((await stage.transactionBecomes(attempt.id, { status: 'canceled' })).reason, 'expired');
  await stage.invoiceBecomes(invoice.id, { status: 'expired' });
  await stage.transactionBecomes(meanwhile.id, { status: 'canceled', reason: 'expired' });
});

test('F7-one-clock-alone: an hour ahead, our clock or the chain’s alone ends nothing; both do', async () => {
  const own = await stage.shop();
  const invoice = await own.invoice('100.00', { expires_in: 300 });
  const attempt = await stage.attempt(invoice, newAddress());
  const states = async () => [
    (await stage.getInvoice(invoice.id)).status,
    (await stage.getTransaction(attempt.id)).status,
  ];
  const before = stage.clock.ahead();
  await stage.clock.set(before + hour);
  await stage.mine(blocksToMoveMedian);
  await stage.rounds(3);
  assert.deepEqual(await states(), ['open', 'processing'], 'ours alone');
  await stage.clock.set(before);
  await stage.anvil.rpc('evm_increaseTime', [hour]);
  await stage.mine(blocksToMoveMedian);
  await stage.rounds(3);
  assert.deepEqual(await states(), ['open', 'processing'], 'the chain’s alone');
  await stage.clock.set(before + hour);
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { status: 'expired' });
  await stage.transactionBecomes(attempt.id, { status: 'canceled', reason: 'expired' });
});

test('B24-paid-in-a-block-ahead: a payment seen in time is in time, with any date of its block', async () => {
  const running = await begun('100.00');
  await running.pay();
  await blockAhead(3_000, confirmations);
  await assertPaid(running);
  // Later quotes use a clock that has caught up.
  await stage.mine(blocksToMoveMedian);
});

test('F7-clock-stepped: set back and forth, a clock changes neither credit nor events', async () => {
  const running = await begun('100.00');
  await running.pay();
  await stage.mine(1);
  await stage.transactionBecomes(running.attempt.id, { confirmations: 1 });
  await setClock(hour);
  await stage.mine(1);
  await setClock(-hour);
  await stage.mine(confirmations);
  await assertPaid(running);
  await setClock(0);
  const told = await shop.events(running.invoice.id);
  const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  await until(
    () => told.every(({ id }) => ids().has(id)),
    () => `the events to be delivered: ${told.filter(({ id }) => !ids().has(id)).map((event) => event.type)}`,
  );
});

test('F7-set-back: a followed network is still followed and read when the clock is set back an hour', async () => {
  await setClock(hour);
  await setClock(0);
  const at = async () => {
    const [row] = await stage.database.db.query<{ at: string }>(
      'select max(reached_at)::text as at from network_cursors',
    );
    return row?.at;
  };
  const before = await at();
  await until(async () => (await at()) !== before, 'the head to be noted again, without a new block');
});
