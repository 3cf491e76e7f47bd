// Each state, exception and event in each dialect: the answer, the notification, and other ways to notify a merchant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskFor } from '../event.ts';
import {
  cancel,
  credit,
  expire,
  type InvoiceMove,
  type InvoiceState,
  movePending,
  refund,
  reverse,
  settle,
} from '../payment/invoice.ts';
import { isStillTrue, notifiedEvents, orderStateOf, orderStates, spokenDialects } from './dialect-words.ts';
import { dialectCell, mailedPairs, type SituationName, situations } from './situations.ts';

const names = Object.keys(situations) as SituationName[];

const fresh: InvoiceState = {
  status: 'open',
  total: 100n,
  paid: 0n,
  pending: 0n,
  refunded: 0n,
  tolerance: 0n,
  exceptions: [],
};

/** Applies the moves in order. Throws if one is refused. */
function after(...moves: readonly ((invoice: InvoiceState) => InvoiceMove | null)[]): InvoiceMove {
  return moves.reduce<InvoiceMove>(
    ({ state }, move) => {
      const moved = move(state);
      if (moved === null) throw new Error('a move was refused');
      return moved;
    },
    { state: fresh, event: null },
  );
}

const gets = (value: bigint) => (invoice: InvoiceState) => credit(invoice, value);
const loses = (value: bigint) => (invoice: InvoiceState) => reverse(invoice, value);
const returns = (value: bigint) => (invoice: InvoiceState) => refund(invoice, value);

/** The moves of an invoice that lead to each situation. Payments without an order move no invoice. */
const reached: Readonly<Partial<Record<SituationName, InvoiceMove>>> = {
  confirming: after((invoice) => movePending(invoice, 40n)),
  partially_paid: after(gets(40n)),
  paid: after(gets(100n)),
  overpaid: after(gets(101n)),
  paid_late: after(expire, gets(100n)),
  settled_manually: after(gets(40n), settle),
  reversed: after(gets(100n), loses(100n)),
  reversed_in_part: after(gets(60n), gets(40n), loses(40n)),
  expired: after(expire),
  expired_in_part: after(gets(40n), expire),
  canceled: after(cancel),
  partially_refunded: after(gets(100n), returns(40n)),
  refunded: after(gets(100n), returns(100n)),
};

test('each situation has the state and the event of the moves that lead to it', () => {
  assert.equal(orderStateOf(fresh), situations.open.state);
  for (const [name, { state, event }] of Object.entries(reached)) {
    const situation = situations[name as SituationName];
    assert.equal(orderStateOf(state), situation.state, name);
    // A payment that is seen has an event of its transaction.
    if (name !== 'confirming') assert.equal(event, situation.event, name);
  }
  const unmoved = names.filter((name) => reached[name] === undefined);
  assert.deepEqual(unmoved, ['open', 'held', 'unmatched']);
});

test('each cell of EPay and Epusdt is as listed', () => {
  // The answers of EPay and Epusdt, the notification, the kind in attention, and whether owners are mailed.
  const rows: readonly (readonly [SituationName, number | null, number | null, boolean, string | null, boolean])[] = [
    ['open', 0, 1, false, null, false],
    ['confirming', 0, 1, false, null, false],
    ['partially_paid', 0, 1, false, null, false],
    ['paid', 1, 2, true, null, false],
    ['overpaid', 1, 2, true, 'shop_not_notified', false],
    ['paid_late', 1, 2, true, null, false],
    ['settled_manually', 1, 2, true, null, false],
    ['reversed', 0, 1, false, 'payments_reorged', true],
    ['reversed_in_part', 0, 1, false, 'payments_reorged', true],
    ['expired', 0, 3, false, null, false],
    ['expired_in_part', 0, 3, false, 'shop_not_notified', true],
    ['canceled', 0, 3, false, null, false],
    ['partially_refunded', 1, 2, false, null, false],
    ['refunded', 1, 2, false, null, false],
    ['held', null, null, false, 'unmatched_payments', true],
    ['unmatched', null, null, false, 'unmatched_payments', true],
  ];
  assert.deepEqual(
    rows.map(([name]) => name),
    names,
  );
  for (const [name, ofEpay, ofEpusdt, isNotified, attention, isMailed] of rows) {
    const epay = { answer: ofEpay, notification: isNotified ? 'TRADE_SUCCESS' : null, attention, isMailed };
    assert.deepEqual(dialectCell('epay', name), epay, `epay ${name}`);
    const epusdt = { answer: ofEpusdt, notification: isNotified ? 2 : null, attention, isMailed };
    assert.deepEqual(dialectCell('epusdt', name), epusdt, `epusdt ${name}`);
  }
});

test('a shop is notified that an order is paid only in the state paid', () => {
  for (const state of orderStates) assert.equal(isStillTrue('invoice.paid', state), state === 'paid', state);
  for (const dialect of spokenDialects) assert.deepEqual(notifiedEvents(dialect), ['invoice.paid'], dialect);
});

test('a mail task is queued for each event that owners are mailed about', () => {
  const data = { paid: '1.00', status: 'waiting', dust: false };
  for (const { type } of mailedPairs()) assert.equal(taskFor(type, data), 'door_mail', type);
});
