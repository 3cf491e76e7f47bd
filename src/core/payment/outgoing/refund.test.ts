// The states of a refund and its bound, as tables, and on a thousand random histories.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/rig/chance/properties.ts';
import { worlds } from '../../../../test/rig/payment/worlds.ts';
import { credit, type InvoiceState, refundedOf, refund as refundInvoice, reverse } from '../invoice.ts';
import { type Expectation, matchExpected, type OutgoingTransfer } from './expected-transfer.ts';
import {
  defaultValueOf,
  isPayable,
  overpaidOf,
  type RefundEvent,
  type RefundFacts,
  type RefundState,
  type RefundWatch,
  refundAmount,
  refundableOf,
  refundEvents,
  refundedValue,
  refundState,
  withoutPercentage,
} from './refund.ts';

const ready: RefundFacts = { hasAddress: true, isCanceled: false, watchId: null };
const watch = (id: string, status: RefundWatch['status'], sentAmount: bigint | null = 100n): RefundWatch => ({
  id,
  status,
  sentAmount: status === 'awaited' ? null : sentAmount,
});

const states: readonly [rule: string, facts: Partial<RefundFacts>, watches: readonly RefundWatch[], becomes: string][] =
  [
    ['no destination', { hasAddress: false }, [], 'awaiting_address'],
    ['a destination', {}, [watch('a', 'awaited')], 'ready'],
    ['canceled', { isCanceled: true }, [watch('a', 'awaited')], 'canceled'],
    ['the exact amount in a block', {}, [watch('a', 'seen')], 'seen a'],
    ['confirmed', {}, [watch('a', 'final')], 'sent a'],
    ['another amount', {}, [watch('a', 'differs', 60n)], 'seen a differs'],
    ['the earlier destination got it', {}, [watch('a', 'seen'), watch('b', 'awaited')], 'seen a'],
    ['both got it: the older one is the refund', {}, [watch('a', 'seen'), watch('b', 'seen')], 'seen a'],
    ['both got it: the one that it had stays', { watchId: 'b' }, [watch('a', 'final'), watch('b', 'seen')], 'seen b'],
    ['the exact amount replaces another one', { watchId: 'a' }, [watch('a', 'differs'), watch('b', 'seen')], 'seen b'],
    [
      'another amount stays where nothing better came',
      { watchId: 'b' },
      [watch('a', 'differs'), watch('b', 'differs')],
      'seen b differs',
    ],
    ['a reorg takes it back', { watchId: 'a' }, [watch('a', 'awaited')], 'ready'],
    ['a reorg takes it back to canceled', { watchId: 'a', isCanceled: true }, [watch('a', 'awaited')], 'canceled'],
    ['another amount after the cancellation', { isCanceled: true }, [watch('a', 'differs')], 'canceled'],
    ['sent after the cancellation', { isCanceled: true }, [watch('a', 'final')], 'sent a'],
  ];

for (const [rule, facts, watches, becomes] of states)
  test(`refund: ${rule}`, () => {
    const { status, watchId, amountDiffers } = refundState({ ...ready, ...facts }, watches);
    assert.equal(
      [status, watchId, amountDiffers ? 'differs' : null].filter((part) => part !== null).join(' '),
      becomes,
    );
  });

type Stood = RefundState & { readonly hash: string | null };
const at = (status: RefundState['status'], hash: string | null = null, more: Partial<Stood> = {}): Stood => ({
  status,
  hash,
  watchId: hash === null ? null : 'a',
  sentAmount: hash === null ? null : 100n,
  amountDiffers: false,
  ...more,
});

const changes: readonly [before: Stood, after: Stood, events: readonly RefundEvent[]][] = [
  [at('ready'), at('ready'), []],
  [at('ready'), at('seen', 'x'), ['refund.seen']],
  [at('seen', 'x'), at('seen', 'x'), []],
  [at('seen', 'x'), at('sent', 'x'), ['refund.sent']],
  [at('ready'), at('sent', 'x'), ['refund.seen', 'refund.sent']],
  [at('canceled'), at('sent', 'x'), ['refund.seen', 'refund.sent']],
  [at('seen', 'x'), at('ready'), ['refund.reversed']],
  [at('sent', 'x'), at('canceled'), ['refund.reversed']],
  [at('sent', 'x'), at('seen', 'x'), ['refund.reversed']],
  [at('seen', 'x'), at('seen', 'y'), ['refund.reversed', 'refund.seen']],
  [at('sent', 'x'), at('sent', 'y'), ['refund.reversed', 'refund.seen', 'refund.sent']],
  [at('seen', 'x', { amountDiffers: true }), at('seen', 'x'), ['refund.seen']],
];

test('a refund can be sent while it is ready, and while only another amount came', () => {
  const payable = (status: RefundState['status'], amountDiffers = false) => isPayable({ status, amountDiffers });
  assert.deepEqual(
    (['awaiting_address', 'ready', 'seen', 'sent', 'canceled'] as const).map((status) => payable(status)),
    [false, true, false, false, false],
  );
  assert.equal(payable('seen', true), true);
});

test('refund: the events of each change', () => {
  for (const [before, after, events] of changes)
    assert.deepEqual(refundEvents(before, after), events, `${before.status} → ${after.status}`);
});

test('refund: the amount is rounded down, and the quoted amount is worth exactly the value', () => {
  const rate = { value: 3n, scale: 0 };
  const amount = refundAmount(1_000n, 2, rate, 6);
  assert.equal(amount, 3_333_333n);
  const quote = { amounts: [amount], value: 1_000n, rate };
  assert.equal(refundedValue(amount, quote, { asset: 6, minor: 2 }), 1_000n);
  assert.equal(refundedValue(amount - 1n, quote, { asset: 6, minor: 2 }), 999n);
});

test('refund: the bound counts all refunds that are not canceled', () => {
  assert.deepEqual(
    [refundableOf(100n, [{ value: 30n }, { value: 50n }]), refundableOf(100n, [{ value: 130n }])],
    [20n, 0n],
  );
  assert.deepEqual(
    [overpaidOf({ paid: 120n, total: 100n }, []), overpaidOf({ paid: 120n, total: 100n }, [{ value: 15n }])],
    [20n, 5n],
  );
  assert.equal(overpaidOf({ paid: 100n, total: 100n }, []), 0n);
});

test('refund: without a value it is the excess, and never the price once more was paid', () => {
  const rows: readonly [paid: bigint, open: readonly bigint[], value: bigint][] = [
    [0n, [], 0n],
    [90n, [], 90n],
    [100n, [60n], 40n],
    [120n, [], 20n],
    [120n, [15n], 5n],
    [120n, [20n], 0n],
    [120n, [50n], 0n],
  ];
  for (const [paid, open, value] of rows)
    assert.equal(
      defaultValueOf(
        { paid, total: 100n },
        open.map((one) => ({ value: one })),
      ),
      value,
      `${paid} paid`,
    );
});

interface Made {
  readonly id: string;
  readonly value: bigint;
  isCanceled: boolean;
  watchId: string | null;
  state: RefundState;
}

type Act =
  | { readonly kind: 'pay'; readonly value: bigint }
  | { readonly kind: 'reorg payment' | 'cancel' | 'send' | 'send other' | 'accept' | 'confirm'; readonly pick: number }
  | { readonly kind: 'prepare'; readonly value: bigint }
  | { readonly kind: 'reorg transfers'; readonly pick: number };

const pick = fc.nat({ max: 7 });
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), value: fc.bigInt({ min: 1n, max: 90n }) }),
  fc.record({ kind: fc.constant('prepare' as const), value: fc.bigInt({ min: 1n, max: 120n }) }),
  fc.record({
    kind: fc.constantFrom(
      ...(['reorg payment', 'cancel', 'send', 'send other', 'accept', 'confirm', 'reorg transfers'] as const),
    ),
    pick,
  }),
);

/** One invoice over 100, with refunds in a coin that is worth one minor unit a unit, all to one address. */
class History {
  invoice: InvoiceState = {
    status: 'open',
    total: 100n,
    paid: 0n,
    pending: 0n,
    refunded: 0n,
    tolerance: 0n,
    exceptions: [],
  };
  readonly payments: bigint[] = [];
  readonly refunds: Made[] = [];
  expected: Expectation[] = [];
  transfers: OutgoingTransfer[] = [];
  #height = 10;

  act(act: Act): void {
    switch (act.kind) {
      case 'pay':
        this.payments.push(act.value);
        this.invoice = credit(this.invoice, act.value).state;
        return;
      case 'prepare':
        this.#prepare(act.value);
        return;
      case 'reorg payment': {
        const [value] = this.payments.splice(act.pick % Math.max(1, this.payments.length), 1);
        if (value !== undefined) this.invoice = reverse(this.invoice, value).state;
        return;
      }
      case 'send':
      case 'send other':
        this.#send(act.pick, act.kind === 'send' ? 0n : 1n);
        return;
      case 'reorg transfers':
        this.transfers = this.transfers.filter(({ block }) => block <= this.#height - act.pick);
        this.#follow();
        return;
      default:
        this.#decide(act.kind, act.pick);
    }
  }

  #prepare(value: bigint): void {
    const open = this.refunds
      .filter(({ state }) => state.status !== 'canceled')
      .map((one) => ({ value: one.state.status === 'sent' ? worthOf(one) : one.value }));
    if (value > refundableOf(this.invoice.paid, open)) return;
    const id = `r${this.refunds.length}`;
    const state: RefundState = { status: 'ready', watchId: null, sentAmount: null, amountDiffers: false };
    this.refunds.push({ id, value, isCanceled: false, watchId: null, state });
    const terms = {
      id,
      appId: null,
      amount: value,
      leastAmount: 1n,
      fromBlock: this.#height,
      notBefore: 0,
      until: null,
    };
    this.expected.push({ ...terms, status: 'awaited', transferId: null, acceptedId: null, reportedHash: null });
  }

  #send(pick: number, more: bigint): void {
    const refund = this.refunds[pick];
    if (refund === undefined) return;
    this.#height += 1;
    const id = `t${this.#height}`;
    const placed = { block: this.#height, time: this.#height };
    this.transfers.push({ id, hash: id, senderApps: [], amount: refund.value + more, ...placed });
    this.#follow();
  }

  #decide(kind: 'cancel' | 'accept' | 'confirm', pick: number): void {
    const refund = this.refunds[pick];
    if (refund === undefined) return;
    if (kind === 'cancel' && (refund.state.status === 'ready' || refund.state.status === 'canceled'))
      refund.isCanceled = true;
    this.expected = this.expected.map((one) => {
      if (one.id !== refund.id) return one;
      if (kind === 'cancel' && refund.isCanceled) return { ...one, until: Number.MAX_SAFE_INTEGER };
      if (kind === 'accept' && one.status === 'differs') return { ...one, acceptedId: one.transferId };
      return kind === 'confirm' && one.status === 'seen' ? { ...one, status: 'final' } : one;
    });
    this.#follow();
  }

  #follow(): void {
    const matches = matchExpected(this.expected, this.transfers);
    this.expected = this.expected.map((one, at) => ({ ...one, ...matches[at] }));
    for (const refund of this.refunds) {
      const own = this.expected.find(({ id }) => id === refund.id) as Expectation;
      const sentAmount = this.transfers.find(({ id }) => id === own.transferId)?.amount ?? null;
      const facts = { hasAddress: true, isCanceled: refund.isCanceled, watchId: refund.watchId };
      refund.state = refundState(facts, [{ id: own.id, status: own.status, sentAmount }]);
      refund.watchId = refund.state.watchId;
    }
    const sent = this.refunds.filter(({ state }) => state.status === 'sent');
    const refunded = sent.reduce((sum, one) => sum + worthOf(one), 0n);
    if (refunded !== this.invoice.refunded) this.invoice = refundInvoice(this.invoice, refunded).state;
  }
}

const worthOf = ({ state, value }: Made): bigint =>
  refundedValue(
    state.sentAmount ?? 0n,
    { amounts: [value], value, rate: { value: 1n, scale: 0 } },
    { asset: 0, minor: 0 },
  );

test('a percentage that the merchant keeps is exact, and what is left is rounded down', () => {
  const rows: readonly (readonly [value: bigint, units: bigint, decimals: number, left: bigint])[] = [
    [10_000n, 0n, 0, 10_000n],
    [10_000n, 5n, 0, 9_500n],
    [10_000n, 25n, 1, 9_750n],
    [1_999n, 1n, 0, 1_979n],
    [1n, 1n, 2, 0n],
    [10_000n, 100n, 0, 0n],
    [10n ** 30n + 1n, 1n, 30, 10n ** 30n],
  ];
  for (const [value, units, decimals, left] of rows)
    assert.equal(withoutPercentage(value, { units, decimals }), left, `${value} less ${units}e-${decimals} %`);
});

test('refund: on 1,000 random histories no more is refunded than paid, and the sums equal the chain', () => {
  fc.assert(
    fc.property(fc.array(acts, { minLength: 5, maxLength: 40 }), (played) => {
      const history = new History();
      for (const act of played) {
        history.act(act);
        const { invoice, refunds, transfers } = history;
        assert.equal(
          invoice.paid,
          history.payments.reduce((sum, value) => sum + value, 0n),
        );
        assert.ok(invoice.paid - refundedOf(invoice) >= 0n);
        const hasException = invoice.exceptions.some((one) => one === 'refunded' || one === 'partially_refunded');
        assert.equal(hasException, refundedOf(invoice) > 0n);
        const sent = refunds.filter(({ state }) => state.status === 'sent');
        const ids = sent.map(({ id }) => history.expected.find((one) => one.id === id)?.transferId);
        assert.equal(new Set(ids).size, sent.length);
        const isLate = refunds.some(({ isCanceled, state }) => isCanceled && state.amountDiffers);
        assert.ok(!isLate, 'another amount after the cancellation is no refund');
        const onChain = ids.map((id) => transfers.find((one) => one.id === id)?.amount ?? 0n);
        assert.equal(
          invoice.refunded,
          onChain.reduce((sum, amount) => sum + amount, 0n),
        );
      }
    }),
    worlds(1_000),
  );
});
