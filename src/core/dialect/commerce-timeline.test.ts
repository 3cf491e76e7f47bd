// The timeline of a charge in each situation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChargeMoments, chargeTimeline } from './commerce-timeline.ts';
import { type OrderSituation, orderSituations } from './order-situation.ts';
import { dialectCell } from './situations.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

const unknown: ChargeMoments = {
  ...{ createdAt: at(0), updatedAt: at(50) },
  ...{ seenAt: null, paidAt: null, expiredAt: null, canceledAt: null, reversedAt: null },
};

const shown = (situation: OrderSituation, moments: Partial<ChargeMoments>) =>
  chargeTimeline(situation, { ...unknown, ...moments }).map(({ time, status, context }) =>
    [time.getUTCMinutes(), status, ...(context === undefined ? [] : [context])].join(' '),
  );

test('each situation has its timeline', () => {
  const [seen, expired] = [{ seenAt: at(5) }, { expiredAt: at(30) }];
  const rows: readonly (readonly [OrderSituation, Partial<ChargeMoments>, ...string[]])[] = [
    ['open', {}, '0 NEW'],
    // A payment was seen, and was double spent.
    ['open', seen, '0 NEW'],
    ['confirming', seen, '0 NEW', '5 PENDING'],
    ['partially_paid', seen, '0 NEW', '5 PENDING'],
    ['paid', { ...seen, paidAt: at(9) }, '0 NEW', '5 PENDING', '9 COMPLETED'],
    ['overpaid', { ...seen, paidAt: at(9) }, '0 NEW', '5 PENDING', '9 UNRESOLVED OVERPAID'],
    [
      ...(['paid_late', { ...expired, seenAt: at(40), paidAt: at(45) }] as const),
      ...['0 NEW', '30 EXPIRED', '40 PENDING', '45 UNRESOLVED DELAYED'],
    ],
    ['settled_manually', { ...seen, paidAt: at(9) }, '0 NEW', '5 PENDING', '9 RESOLVED'],
    ['settled_manually', { paidAt: at(9) }, '0 NEW', '9 RESOLVED'],
    // The payment that was taken back is no step.
    ['reversed', { ...seen, reversedAt: at(20) }, '0 NEW', '5 PENDING', '20 UNRESOLVED OTHER'],
    ['reversed_in_part', { ...seen, reversedAt: at(20) }, '0 NEW', '5 PENDING', '20 UNRESOLVED OTHER'],
    ['expired', expired, '0 NEW', '30 EXPIRED'],
    ['expired', { ...expired, ...seen }, '0 NEW', '5 PENDING', '30 EXPIRED'],
    [
      ...(['expired_in_part', { ...expired, ...seen }] as const),
      ...['0 NEW', '5 PENDING', '30 EXPIRED', '30 UNRESOLVED UNDERPAID'],
    ],
    ['canceled', { canceledAt: at(7) }, '0 NEW', '7 CANCELED'],
    ['partially_refunded', { ...seen, paidAt: at(9) }, '0 NEW', '5 PENDING', '9 COMPLETED'],
    ['refunded', { ...seen, paidAt: at(9) }, '0 NEW', '5 PENDING', '9 COMPLETED'],
  ];
  for (const [situation, moments, ...entries] of rows) assert.deepEqual(shown(situation, moments), entries, situation);
  assert.deepEqual([...new Set(rows.map(([situation]) => situation))], [...orderSituations]);
});

test('the last entry is the answer of the dialect, whatever else is known', () => {
  const known = { seenAt: at(9), paidAt: at(8), expiredAt: at(7), canceledAt: at(6), reversedAt: at(5) };
  for (const situation of orderSituations) {
    for (const moments of [{}, known]) {
      const timeline = chargeTimeline(situation, { ...unknown, ...moments });
      const { status, context } = timeline.at(-1) ?? {};
      const answer = [status, ...(context === undefined ? [] : [context])];
      assert.deepEqual(answer, dialectCell('commerce', situation).answer, situation);
      const times = timeline.map(({ time }) => time.getTime());
      assert.deepEqual(times, times.toSorted(), situation);
      const completed = timeline.slice(0, -1).filter((entry) => entry.status === 'COMPLETED');
      assert.deepEqual(completed, [], situation);
    }
  }
});
