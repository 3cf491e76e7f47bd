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
import { notifiedEvents, spokenDialects, type Word } from './dialect-words.ts';
import { isPaidSituation, isStillTrue, orderSituation, orderSituations } from './order-situation.ts';
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

test('each situation is that of the moves that lead to it, and has their event', () => {
  assert.equal(orderSituation(fresh), 'open');
  for (const [name, { state, event }] of Object.entries(reached)) {
    assert.equal(orderSituation(state), name);
    // A payment that is seen has an event of its transaction.
    if (name !== 'confirming') assert.equal(event, situations[name as SituationName].event, name);
  }
  const unmoved = names.filter((name) => reached[name] === undefined);
  assert.deepEqual(unmoved, ['open', 'held', 'unmatched']);
});

type Row = readonly [
  name: SituationName,
  epay: Word,
  epusdt: Word,
  greenfield: string,
  commerce: string,
  isNotified: boolean,
  ofGreenfield: string,
  ofCommerce: string,
];

test('each answer and each notification is as listed', () => {
  // The answers, whether EPay and Epusdt notify, and the notifications of the others.
  const rows: readonly Row[] = [
    ['open', 0, 1, 'New None', 'NEW', false, 'InvoiceCreated', 'charge:created'],
    [
      ...(['confirming', 0, 1, 'Processing None', 'PENDING', false] as const),
      ...(['InvoiceReceivedPayment InvoiceProcessing', 'charge:pending'] as const),
    ],
    ['partially_paid', 0, 1, 'New PaidPartial', 'PENDING', false, '', ''],
    ['paid', 1, 2, 'Settled None', 'COMPLETED', true, 'InvoiceSettled', 'charge:confirmed'],
    ['overpaid', 1, 2, 'Settled PaidOver', 'UNRESOLVED OVERPAID', true, 'InvoiceSettled', 'charge:confirmed'],
    ['paid_late', 1, 2, 'Settled PaidLate', 'UNRESOLVED DELAYED', true, 'InvoiceSettled', 'charge:delayed'],
    ['settled_manually', 1, 2, 'Settled Marked', 'RESOLVED', true, 'InvoiceSettled', 'charge:resolved'],
    ['reversed', 0, 1, 'Invalid Invalid', 'UNRESOLVED OTHER', false, 'InvoiceInvalid', ''],
    ['reversed_in_part', 0, 1, 'Invalid Invalid', 'UNRESOLVED OTHER', false, 'InvoiceInvalid', ''],
    ['expired', 0, 3, 'Expired None', 'EXPIRED', false, 'InvoiceExpired', 'charge:failed'],
    ['expired_in_part', 0, 3, 'Expired PaidPartial', 'UNRESOLVED UNDERPAID', false, 'InvoiceExpired', 'charge:failed'],
    ['canceled', 0, 3, 'Invalid Marked', 'CANCELED', false, 'InvoiceInvalid', 'charge:failed'],
    ['partially_refunded', 1, 2, 'Settled None', 'COMPLETED', false, '', ''],
    ['refunded', 1, 2, 'Settled None', 'COMPLETED', false, '', ''],
  ];
  assert.deepEqual(
    rows.map(([name]) => name),
    orderSituations,
  );
  for (const [name, epay, epusdt, greenfield, commerce, isNotified, ofGreenfield, ofCommerce] of rows) {
    const answers = spokenDialects.map((dialect) => dialectCell(dialect, name).answer.join(' '));
    assert.deepEqual(answers, [String(epay), String(epusdt), greenfield, commerce], name);
    const notified = spokenDialects.map((dialect) => dialectCell(dialect, name).notification.join(' '));
    const signed = isNotified ? ['TRADE_SUCCESS', '2'] : ['', ''];
    assert.deepEqual(notified, [...signed, ofGreenfield, ofCommerce], name);
  }
});

test('a merchant is notified of each situation that a dialect has no word for', () => {
  const all: readonly string[] = spokenDialects;
  const signed = ['epay', 'epusdt'];
  const rows: Partial<
    Record<SituationName, [attention: string, listed: readonly string[], mailed: readonly string[]]>
  > = {
    overpaid: ['shop_not_notified', signed, []],
    reversed: ['payments_reorged', all, [...signed, 'commerce']],
    reversed_in_part: ['payments_reorged', all, [...signed, 'commerce']],
    expired_in_part: ['shop_not_notified', signed, signed],
    held: ['unmatched_payments', all, all],
    unmatched: ['unmatched_payments', all, all],
  };
  for (const name of names) {
    const [attention, listed, mailed] = rows[name] ?? ([null, [], []] as [null, string[], string[]]);
    for (const dialect of spokenDialects) {
      const cell = dialectCell(dialect, name);
      assert.equal(cell.attention, listed.includes(dialect) ? attention : null, `${dialect} ${name}`);
      assert.equal(cell.isMailed, mailed.includes(dialect), `${dialect} ${name}`);
    }
  }
});

test('a shop is notified that an order is paid only while it is', () => {
  for (const one of orderSituations) assert.equal(isStillTrue('invoice.paid', one), isPaidSituation(one), one);
  for (const dialect of ['epay', 'epusdt'] as const) assert.deepEqual(notifiedEvents(dialect), ['invoice.paid']);
});

test('a shop is notified of no end of an order that is paid by now', () => {
  for (const type of ['invoice.expired', 'invoice.reversed'])
    for (const one of orderSituations) assert.equal(isStillTrue(type, one), !isPaidSituation(one), `${type} ${one}`);
  for (const one of orderSituations) assert.equal(isStillTrue('invoice.created', one), true, one);
});

test('a mail task is queued for each event that owners are mailed about', () => {
  const data = { paid: '1.00', status: 'waiting', dust: false };
  for (const { type } of mailedPairs()) assert.equal(taskFor(type, data), 'door_mail', type);
});
