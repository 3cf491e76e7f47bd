// One-time codes follow RFC 6238 and are accepted within one step of the current time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOfStep, stepOfCode } from './one-time-code.ts';

// RFC 6238, appendix B (SHA-1): the last six of the eight digits.
const secret = Buffer.from('12345678901234567890');
const published = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

test('the codes are those of RFC 6238', () => {
  for (const [seconds, code] of published) {
    const step = Math.floor(seconds / 30);
    assert.equal(codeOfStep(secret, step), code);
    assert.equal(stepOfCode(secret, code, new Date(seconds * 1000)), step);
  }
});

test('a code is known by its step one step early and one step late, and no further', () => {
  const now = new Date(1_234_567_890_000);
  const present = Math.floor(1_234_567_890 / 30);
  const found = [-2, -1, 0, 1, 2].map((offset) => stepOfCode(secret, codeOfStep(secret, present + offset), now));
  assert.deepEqual(found, [null, present - 1, present, present + 1, null]);
  assert.equal(stepOfCode(secret, '', now), null);
  assert.equal(stepOfCode(secret, '12345é', now), null);
});
