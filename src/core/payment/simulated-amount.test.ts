// A simulated payment has the right amount for its case, regardless of other payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRate, type Rate } from '../money/rate.ts';
import { type SimulatedCase, simulatedAmount } from './simulated-amount.ts';

const dollars = parseRate('1') as Rate;

test('the amount follows from the quote, from what is due now, and from the tolerance', () => {
  const cases: [what: SimulatedCase, asked: bigint, remaining: bigint, tolerance: bigint, expected: bigint][] = [
    ['paid', 40_000_000n, 4000n, 0n, 40_000_000n],
    ['late', 40_000_000n, 4000n, 0n, 40_000_000n],
    ['reorged', 40_000_000n, 4000n, 0n, 40_000_000n],
    ['unmatched', 40_000_000n, 4000n, 0n, 26_666_666n],
    ['unmatched', 1n, 1n, 0n, 1n],
    ['underpaid', 40_000_000n, 4000n, 0n, 20_000_000n],
    // Another payment came since: half of the quote would settle the rest, given the tolerance.
    ['underpaid', 40_000_000n, 2000n, 0n, 19_990_000n],
    ['underpaid', 15_000_000n, 1500n, 1000n, 4_990_000n],
    ['underpaid', 40_000_000n, 0n, 0n, 1n],
    ['underpaid', 1n, 1n, 0n, 1n],
    ['overpaid', 40_000_000n, 4000n, 0n, 60_000_000n],
    // Half of a cent more would be rounded away.
    ['overpaid', 10_000n, 1n, 0n, 20_000n],
    ['overpaid', 1n, 0n, 0n, 10_000n],
    // An earlier payment was reversed since, so the quote alone is no longer enough.
    ['overpaid', 10_000_000n, 4000n, 0n, 60_000_000n],
  ];
  for (const [what, asked, remaining, tolerance, expected] of cases) {
    const terms = { asked, remaining, tolerance, rate: dollars, assetDecimals: 6, minorDecimals: 2 };
    assert.equal(simulatedAmount(what, terms), expected, `${what} of ${asked}, ${remaining} due`);
  }
});
