// The first occurrence of a fault is logged in full and repeats are counted. A different fault is logged at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatedFaults } from './repeated-faults.ts';

const full = (number: number) => new Error(`could not extend file "base/5/${number}": No space left on device`);
const failed = (error: Error, requestId?: string, more: object = {}) => ({
  message: 'request failed',
  error,
  facts: { ...(requestId === undefined ? {} : { request_id: requestId }), ...more },
});

test('a thousand refused requests are one line in full, and one that counts the rest', () => {
  const faults = new RepeatedFaults<string>();
  const inFull = Array.from({ length: 1000 }, (_, n) => faults.isNew(failed(full(n), `id-${n}`), 'first', n));
  assert.deepEqual([inFull[0], inFull.filter((one) => one).length], [true, 1]);
  const [told, ...others] = faults.drain();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [told?.line, told?.message, told?.repeats.times, told?.repeats.request_ids?.length],
    ['first', 'request failed', 999, 20],
  );
  assert.deepEqual([told?.repeats.from, told?.repeats.to], ['1970-01-01T00:00:00.001Z', '1970-01-01T00:00:00.999Z']);
});

test('what is unlike is told at once: another message, another error, another network', () => {
  const faults = new RepeatedFaults<null>();
  for (const one of [
    failed(full(1)),
    failed(new Error('the connection was refused')),
    { ...failed(full(1)), message: 'looking for due deliveries' },
    failed(full(1), undefined, { network: 'base' }),
    failed(full(1), undefined, { network: 'ethereum' }),
    failed(Object.assign(full(1), { code: '53100' })),
  ])
    assert.equal(faults.isNew(one, null, 0), true);
  assert.deepEqual(faults.drain(), []);
});

test('one that goes on is counted each time; one that ended is told in full when it comes back', () => {
  const faults = new RepeatedFaults<null>();
  const again = () => faults.isNew(failed(full(7)), null, 0);
  assert.equal(again(), true);
  assert.deepEqual([again(), again()], [false, false]);
  assert.deepEqual(
    faults.drain().map(({ repeats }) => repeats.times),
    [2],
  );
  assert.equal(again(), false);
  assert.deepEqual(
    faults.drain().map(({ repeats }) => repeats.times),
    [1],
  );
  assert.deepEqual(faults.drain(), []);
  assert.equal(faults.isEmpty, true);
  assert.equal(again(), true);
});
