// All transfers of one quote together are worth as much as a single transfer of their sum, to the minor unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { worlds } from '../../../test/rig/payment/worlds.ts';
import { nothing, type QuotePart, QuoteSum, type QuoteTerms, worth } from './quote-sum.ts';
import { amountForValue } from './rate.ts';

/** 100.00 at 2000.00 for a coin of 6 decimals: 0.05 coins. */
const terms: QuoteTerms = {
  amount: 50_000n,
  quoted: 10_000n,
  rate: { value: 2_000n, scale: 0 },
  assetDecimals: 6,
  minorDecimals: 2,
};

test('exactly what was asked for settles exactly what was quoted', () => {
  assert.equal(worth(50_000n, terms), 10_000n);
  // An amount that was raised to be distinct is worth a little more than the quote, and still settles exactly the
  // quote.
  assert.equal(worth(50_004n, { ...terms, amount: 50_004n }), 10_000n);
});

test('any other amount is worth what the rate says, rounded down', () => {
  assert.equal(worth(49_999n, terms), 9_999n); // 99.998
  assert.equal(worth(50_001n, terms), 10_000n); // 100.002
  assert.equal(worth(25_000n, terms), 5_000n);
  assert.equal(worth(1n, terms), 0n); // 0.002
  assert.equal(worth(0n, terms), 0n);
});

test('a payment without a quote is worth what the rate says', () => {
  assert.equal(worth(50_000n, { ...terms, amount: null, quoted: 0n }), 10_000n);
});

test('more than was asked for is never worth less than the quote, less never more', () => {
  fc.assert(
    fc.property(
      fc.record({
        rate: fc.record({ value: fc.bigInt(1n, 10n ** 12n), scale: fc.nat(8) }),
        assetDecimals: fc.constantFrom(0, 6, 8, 18),
        minorDecimals: fc.constantFrom(0, 2, 3),
        quoted: fc.bigInt(1n, 10n ** 9n),
        apart: fc.bigInt(1n, 10n ** 20n),
      }),
      ({ rate, assetDecimals, minorDecimals, quoted, apart }) => {
        const amount = amountForValue(quoted, minorDecimals, rate, assetDecimals);
        const exact: QuoteTerms = { amount, quoted, rate, assetDecimals, minorDecimals };
        assert.ok(worth(amount + apart, exact) >= quoted);
        if (apart <= amount) assert.ok(worth(amount - apart, exact) < quoted);
      },
    ),
  );
});

test('an amount that was raised to be unique settles the quote; more counts at the rate', () => {
  const raised = { ...terms, amount: 50_250n }; // 100.50 at the rate
  for (const [received, value] of [
    [49_999n, 9_999n],
    [50_000n, 10_000n],
    [50_249n, 10_000n],
    [50_250n, 10_000n],
    [50_251n, 10_050n],
    [50_255n, 10_051n],
    [100_500n, 20_100n],
  ] as const)
    assert.equal(worth(received, raised), value, `${received}`);
});

/** The parts in order of arrival, with the value of each, and the sum. */
const splits: readonly (readonly [
  what: string,
  terms: QuoteTerms,
  parts: readonly bigint[],
  values: readonly bigint[],
])[] = [
  ['thirds', terms, [16_666n, 16_666n, 16_668n], [3_333n, 3_333n, 3_334n]],
  ['thirds of yen', { ...terms, quoted: 100n, minorDecimals: 0 }, [16_666n, 16_667n, 16_667n], [33n, 33n, 34n]],
  [
    'thirds of dinar',
    { ...terms, quoted: 100_000n, minorDecimals: 3 },
    [16_667n, 16_667n, 16_666n],
    [33_334n, 33_334n, 33_332n],
  ],
  ['two of three', terms, [16_666n, 16_666n], [3_333n, 3_333n]],
  ['dust, and the rest', terms, [1n, 1n, 1n, 49_997n], [0n, 0n, 0n, 10_000n]],
  ['one unit short', terms, [25_000n, 24_999n], [5_000n, 4_999n]],
  ['a surplus', terms, [25_000n, 30_000n], [5_000n, 6_000n]],
  ['twice', terms, [50_000n, 50_000n], [10_000n, 10_000n]],
  ['of a raised amount', { ...terms, amount: 50_250n }, [25_125n, 25_125n], [5_025n, 4_975n]],
];

for (const [what, quote, parts, values] of splits)
  test(`L15-sum: ${what}: each part is given the difference that it makes`, () => {
    const sum = new QuoteSum(quote);
    for (const [at, part] of parts.entries()) sum.see(`${at}`, part);
    assert.deepEqual(
      parts.map((_, at) => sum.valueOf(`${at}`)),
      values,
    );
    assert.deepEqual(sum.changes(), []);
  });

test('confirmed in another order than they came, the value is shared out anew', () => {
  const sum = new QuoteSum(terms);
  for (const [at, part] of [16_666n, 16_666n, 16_668n].entries()) sum.see(`${at}`, part);
  sum.credit('2');
  assert.deepEqual([sum.valueOf('2'), valuesOf(sum.changes())], [3_333n, { 1: 3_334n, 2: 3_333n }]);
});

test('a confirmed part that a reorg takes back leaves the others with what they are worth together', () => {
  const sum = new QuoteSum(terms);
  for (const [at, part] of [16_666n, 16_666n, 16_668n].entries()) {
    sum.see(`${at}`, part);
    sum.credit(`${at}`);
  }
  sum.changes();
  sum.reverse('0');
  assert.deepEqual(valuesOf(sum.changes()), { 2: 3_333n });
  sum.see('again', 16_666n);
  sum.credit('again');
  assert.equal(sum.valueOf('again'), 3_334n);
});

test('credits that older rules rounded down one by one are made up for by the next part', () => {
  const sum = new QuoteSum(terms, { received: 33_332n, value: 6_665n });
  sum.see('last', 16_668n);
  assert.equal(sum.valueOf('last'), 3_335n);
});

test('a reversal never raises the sum of the credits, be it below what the rest is worth', () => {
  const older = { a: 33_332n, b: 100n };
  const sum = new QuoteSum(terms, nothing, [
    { id: 'a', received: older.a, value: 6_000n, isCredited: true },
    { id: 'b', received: older.b, value: 1n, isCredited: true },
  ]);
  assert.ok(worth(older.a, terms) > 6_001n);
  sum.reverse('b');
  assert.deepEqual(valuesOf(sum.changes()), { a: 6_001n });
});

function valuesOf(parts: readonly QuotePart[]): Record<string, bigint> {
  return Object.fromEntries(parts.map(({ id, value }) => [id, value]));
}

interface World {
  readonly quote: QuoteTerms;
  readonly parts: readonly bigint[];
  /** A step: the part, its event if possible, and whether all rows are reread before it. */
  readonly steps: readonly (readonly [at: number, what: 'see' | 'lose' | 'credit' | 'reverse', isReread: boolean])[];
}

const quotes = fc
  .record({
    rate: fc.record({ value: fc.bigInt(1n, 10n ** 12n), scale: fc.nat(8) }),
    assetDecimals: fc.constantFrom(0, 6, 8, 18),
    minorDecimals: fc.constantFrom(0, 2, 3),
    quoted: fc.bigInt(1n, 10n ** 9n),
    raisedBy: fc.constantFrom(0n, 0n, 1n, 5n),
  })
  .map(({ raisedBy, ...quote }) => {
    const least = amountForValue(quote.quoted, quote.minorDecimals, quote.rate, quote.assetDecimals);
    return { ...quote, amount: least + (least * raisedBy) / 1_000n };
  });

/** The amount, split at random positions. */
const played: fc.Arbitrary<World> = quotes.chain((quote) =>
  fc.record({
    quote: fc.constant(quote),
    parts: fc
      .array(fc.bigInt(1n, quote.amount), { maxLength: 7 })
      .map((cuts) => [...new Set([...cuts, quote.amount])].sort((a, b) => (a < b ? -1 : 1)))
      .map((cuts) => cuts.map((cut, at) => cut - (cuts[at - 1] ?? 0n))),
    steps: fc.array(fc.tuple(fc.nat(7), fc.constantFrom('see', 'lose', 'credit', 'reverse'), fc.boolean()), {
      maxLength: 40,
    }),
  }),
);

test('L15-sum: any split, order and reorg of parts gives the same as the whole, to the unit', () => {
  fc.assert(
    fc.property(played, ({ quote, parts, steps }) => {
      const ledger = new Ledger(quote);
      for (const [at, what, isReread] of steps) {
        const received = parts[at % parts.length] as bigint;
        ledger.step(`${at % parts.length}`, what, { received, isReread });
      }
      for (const [at, received] of parts.entries()) ledger.step(`${at}`, 'see', { received, isReread: true });
      assert.equal(ledger.total(), quote.quoted);
      for (const [at, received] of parts.entries()) ledger.step(`${at}`, 'credit', { received, isReread: false });
      assert.equal(ledger.total(), quote.quoted);
      assert.ok([...ledger.rows.values()].every(({ isCredited }) => isCredited));
    }),
    worlds(1_000),
  );
});

/** Rows as a database stores them, updated with the changes that the sum reports. */
class Ledger {
  readonly rows = new Map<string, QuotePart>();
  #sum: QuoteSum;
  readonly #quote: QuoteTerms;
  /** Whether confirmed parts were last read as one sum. None of them can then be reversed. */
  #isSummed = false;

  constructor(quote: QuoteTerms) {
    this.#quote = quote;
    this.#sum = new QuoteSum(quote);
  }

  step(id: string, what: 'see' | 'lose' | 'credit' | 'reverse', world: { received: bigint; isReread: boolean }): void {
    const row = this.rows.get(id);
    const needs = { see: undefined, lose: false, credit: false, reverse: true } as const;
    if (row?.isCredited !== needs[what]) return;
    if (world.isReread || (what === 'reverse' && this.#isSummed)) this.#reread(what === 'reverse');
    this.#sum[what](id, world.received);
    if (what === 'lose' || what === 'reverse') this.rows.delete(id);
    else
      this.rows.set(id, { id, received: world.received, value: this.#sum.valueOf(id), isCredited: what === 'credit' });
    for (const part of this.#sum.changes()) this.rows.set(part.id, part);
    this.#check();
  }

  total(): bigint {
    return totalOf([...this.rows.values()]);
  }

  /** If no part can be reversed, confirmed parts are read as one sum. */
  #reread(isWhole: boolean): void {
    const rows = [...this.rows.values()];
    const beyond = isWhole ? [] : rows.filter(({ isCredited }) => isCredited);
    this.#isSummed = beyond.length > 0;
    const sum = beyond.length === 0 ? nothing : { received: receivedOf(beyond), value: totalOf(beyond) };
    this.#sum = new QuoteSum(
      this.#quote,
      sum,
      rows.filter((row) => !beyond.includes(row)),
    );
  }

  #check(): void {
    const rows = [...this.rows.values()];
    const credited = rows.filter(({ isCredited }) => isCredited);
    assert.equal(totalOf(rows), worth(receivedOf(rows), this.#quote));
    assert.equal(totalOf(credited), worth(receivedOf(credited), this.#quote));
    assert.ok(rows.every(({ value }) => value >= 0n));
  }
}

function receivedOf(rows: readonly QuotePart[]): bigint {
  return rows.reduce((sum, { received }) => sum + received, 0n);
}

function totalOf(rows: readonly QuotePart[]): bigint {
  return rows.reduce((sum, { value }) => sum + value, 0n);
}
