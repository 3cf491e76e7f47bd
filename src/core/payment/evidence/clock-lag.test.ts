// A chain's clock may lag behind ours: by how much, its newest blocks tell, and no single late one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockLag } from './clock-lag.ts';

const lagOf = (heads: readonly (readonly [hash: string, time: number, now: number])[]) => {
  const lag = new ClockLag();
  for (const [hash, time, now] of heads) lag.note({ hash, time }, now);
  return lag.seconds;
};

test('a chain whose blocks are read a moment after their time does not lag', () => {
  assert.equal(lagOf([]), 0);
  assert.equal(lagOf([['a', 100, 101.5]]), 0);
  assert.equal(lagOf([['a', 160, 100]]), 0, 'nor does one that runs ahead');
});

test('one that is dated a minute back, block after block, lags by that', () => {
  const heads = [
    ['a', 40, 100],
    ['b', 52, 113],
    ['c', 64, 124],
  ] as const;
  assert.equal(lagOf(heads), 60);
});

test('a block that was held back by an endpoint says nothing of the clock', () => {
  assert.equal(
    lagOf([
      ['a', 100, 101],
      ['b', 112, 170],
    ]),
    0,
  );
});

test('the same head again, however long it stays, says nothing', () => {
  assert.equal(
    lagOf([
      ['a', 100, 101],
      ['a', 100, 900],
    ]),
    0,
  );
});
