// The lead of a test clock: it only grows, and has a limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advancedLead, mostLeadSeconds } from './app-clock.ts';

const cases: readonly (readonly [lead: number, advance: number, expected: number | null])[] = [
  [0, 1, 1],
  [3_600, 86_400, 90_000],
  [mostLeadSeconds - 1, 1, mostLeadSeconds],
  [mostLeadSeconds, 1, null],
];

test('a clock runs ahead by the sum of its advances, up to the limit', () => {
  for (const [lead, advance, expected] of cases) assert.equal(advancedLead(lead, advance), expected);
});

test('a clock does not move backwards', () => {
  for (const advance of [0, -1, 0.5, Number.NaN]) assert.throws(() => advancedLead(10, advance), RangeError);
});
