// The lag of a chain's clock is measured from its newest blocks, and a single late block does not change it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockLag } from './clock-lag.ts';

const lagOf = (heads: readonly (readonly [hash: string, time: number, now: number])[]) => {
  const lag = new ClockLag();
  for (const [hash, time, now] of heads) lag.note({ hash, time }, now);
  return lag.leastMillis / 1000;
};

test('a chain whose blocks are read a moment after their time does not lag', () => {
  assert.equal(lagOf([]), 0);
  const heads = [
    ['a', 100, 101.5],
    ['b', 112, 112.5],
  ] as const;
  assert.equal(lagOf(heads), 0);
  assert.equal(
    lagOf([
      ['a', 160, 100],
      ['b', 172, 112],
    ]),
    0,
    'nor does one that runs ahead',
  );
});

test('one that is dated a minute back, block after block, lags by what the looks before them did not show', () => {
  const heads = [
    ['a', 40, 100],
    ['a', 40, 112],
    ['b', 52, 113],
    ['b', 52, 123.5],
    ['c', 64, 124],
  ] as const;
  assert.equal(lagOf(heads), 59.5);
});

test('a block that was held back by an endpoint says nothing of the clock', () => {
  const heads = [
    ['a', 100, 101],
    ['a', 100, 111.5],
    ['b', 112, 113],
    ['b', 112, 169],
    ['c', 124, 170],
  ] as const;
  assert.equal(lagOf(heads), 0);
});

test('the first head after a start says nothing, however old it is; nor does one after a pause', () => {
  assert.equal(lagOf([['a', 100, 900]]), 0);
  const heads = [
    ['a', 100, 101],
    ['b', 880, 900],
  ] as const;
  assert.equal(lagOf(heads), 0);
});
