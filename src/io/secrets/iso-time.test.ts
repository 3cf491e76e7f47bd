// The text of a time equals that of toISOString.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { isoTime } from './iso-time.ts';

test('any time has the text that toISOString gives it, also before 1970 and beyond four digits of a year', () => {
  const named = [0, -1, 1, 86_399_999, 86_400_000, -86_400_000, -86_400_001, 8.64e15, -8.64e15, 253_402_300_800_000];
  for (const millis of named) assert.equal(isoTime(new Date(millis)), new Date(millis).toISOString(), `${millis}`);
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (millis) => {
      assert.equal(isoTime(new Date(millis)), new Date(millis).toISOString());
    }),
  );
});

test('an invalid time is refused', () => {
  assert.throws(() => isoTime(new Date(Number.NaN)), RangeError);
});
