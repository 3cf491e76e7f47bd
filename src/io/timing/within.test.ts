// An answer in time is returned; at the limit the caller decides, and later answers change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from './within.ts';

test('an answer or an error in time is passed on', async () => {
  assert.equal(await within(1_000, async () => 'answer'), 'answer');
  await assert.rejects(
    within(1_000, async () => assert.fail('refused')),
    /refused/,
  );
});

test('at the limit the signal is aborted, and a later error is dropped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const later = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const ask = (signal: AbortSignal) => {
    signals.push(signal);
    return later.promise;
  };
  const [unknown, failed] = [within(5_000, ask, () => null), within(5_000, ask)];
  t.mock.timers.tick(4_999);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false, false],
  );
  t.mock.timers.tick(1);
  later.reject(new Error('too late'));
  assert.equal(await unknown, null);
  await assert.rejects(failed, /no answer within 5 s/);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  );
});
