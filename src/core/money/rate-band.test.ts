// A source that cannot be cross-checked is believed only within a band around earlier rates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { parseRate, type Rate } from './rate.ts';
import { type BelievedRate, isBelievable, isNear } from './rate-band.ts';

const now = new Date('2026-01-02T00:00:00Z');
const rate = (text: string): Rate => parseRate(text) ?? assert.fail(text);
const hours = (count: number): Date => new Date(now.getTime() - count * 3_600_000);
const past = (...entries: [string, number][]): BelievedRate[] =>
  entries.map(([text, age]) => ({ rate: rate(text), at: hours(age) }));

test('T12: within an hour a sole source moves a price by five percent at most, whatever it says in between', () => {
  const table: [string, [string, number][], boolean][] = [
    ['2100', [['2000', 0.5]], true],
    ['2100.01', [['2000', 0.5]], false],
    ['1900', [['2000', 0.5]], true],
    ['2200', [['2000', 0]], false],
    // A creeping price: each step is small, but the change within the hour is not.
    [
      '2180',
      [
        ['2000', 0.9],
        ['2090', 0.1],
      ],
      false,
    ],
    // No earlier rates.
    ['2200', [], true],
    // For older rates, the band grows with each hour.
    ['2200', [['2000', 1.9]], false],
    ['2200', [['2000', 2]], true],
    ['3000', [['2000', 24]], true],
    ['3000.01', [['2000', 24]], false],
    ['9000', [['2000', 24 * 31]], true],
  ];
  for (const [next, before, isBelieved] of table)
    assert.equal(isBelievable(rate(next), past(...before), now), isBelieved, `${next} after ${before.join(' ')}`);
});

test('T12: inverted or tenfold is never believed, however long ago the last price was', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 0, max: 24 * 30 }),
      fc.integer({ min: 2, max: 10_000 }),
      (value, age, times) => {
        const last = { value: BigInt(value), scale: 2 };
        const before = [{ rate: last, at: hours(age) }];
        assert.ok(!isBelievable({ value: last.value * BigInt(times), scale: 2 }, before, now));
        const lower = { value: last.value, scale: 3 };
        assert.ok(!isBelievable(lower, before, now));
      },
    ),
  );
  for (const [last, inverted] of [
    ['2000', '0.0005'],
    ['0.92', '1.087'],
    ['1.3', '0.77'],
    ['150', '0.00667'],
  ] as const)
    assert.ok(!isBelievable(rate(inverted), past([last, 24 * 7]), now), last);
});

test('near is within a share of the second, on any scales', () => {
  assert.ok(isNear(rate('1.02'), rate('1'), 200n));
  assert.ok(!isNear(rate('1.0200001'), rate('1'), 200n));
  assert.ok(isNear(rate('0.98'), rate('1.0000'), 200n));
});
