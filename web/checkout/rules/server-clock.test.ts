// The countdown follows the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUrgent, serverClock, timeLeft } from './server-clock.ts';

const noon = Date.parse('2026-11-01T12:00:00.000Z');

test('a wrong local clock does not move the countdown', () => {
  let local = noon - 3_600_000;
  const clock = serverClock(() => local);
  clock.learn('Sun, 01 Nov 2026 12:00:00 GMT', local - 100, local + 100);
  assert.equal(clock.now(), noon + 500);
  local += 10_000;
  assert.equal(clock.now(), noon + 10_500);
});

test('a coarser answer does not spoil a finer one', () => {
  const clock = serverClock(() => noon);
  clock.set(noon + 60_000, noon);
  clock.learn('Sun, 01 Nov 2026 12:01:00 GMT', noon - 2000, noon + 2000);
  assert.equal(clock.now(), noon + 60_000);
});

test('when the local clock is moved, the next answer sets it right again', () => {
  let local = noon;
  const clock = serverClock(() => local);
  clock.set(noon, noon);
  local = noon + 7_200_000;
  clock.learn('Sun, 01 Nov 2026 12:00:00 GMT', local - 10, local + 10);
  assert.equal(clock.now(), noon + 500);
});

test('an answer without a readable date teaches nothing', () => {
  const clock = serverClock(() => noon);
  clock.learn(null, noon, noon);
  clock.learn('yesterday', noon, noon);
  assert.equal(clock.now(), noon);
});

test('the last two minutes are urgent', () => {
  assert.equal(isUrgent(noon + 120_000, noon), false);
  assert.equal(isUrgent(noon + 119_999, noon), true);
  assert.equal(isUrgent(noon - 1, noon), true);
});

test('the time left counts whole seconds down to zero and stays there', () => {
  assert.equal(timeLeft(noon + 900_000, noon), '15:00');
  assert.equal(timeLeft(noon + 1999, noon), '0:01');
  assert.equal(timeLeft(noon + 999, noon), '0:00');
  assert.equal(timeLeft(noon - 5000, noon), '0:00');
  assert.equal(timeLeft(noon + 3_725_000, noon), '1:02:05');
});
