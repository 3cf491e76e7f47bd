// Limits of invoice streams, and the release of a place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Overload } from '../../../core/problem.ts';
import { streamPlaces } from './stream-places.ts';

test('an invoice has 20 streams to one address or IPv6 network, and a released place is free again', () => {
  const { take } = streamPlaces();
  for (const addressOf of [() => '203.0.113.7', (i: number) => `2001:db8:0:1::${i}`, () => null]) {
    const back = Array.from({ length: 20 }, (_, i) => take('a', addressOf(i)));
    assert.throws(() => take('a', addressOf(20)), Overload);
    take('b', addressOf(20));
    take('a', '203.0.113.8')();
    back[3]?.();
    back[3]?.();
    take('a', addressOf(20));
    assert.throws(() => take('a', addressOf(20)), Overload);
  }
});

test('a process has 5,000 streams', () => {
  const { take } = streamPlaces();
  const back = Array.from({ length: 5_000 }, (_, i) => take(`invoice ${i}`, '203.0.113.7'));
  assert.throws(
    () => take('another', '203.0.113.9'),
    (error: Overload) => error.headers['retry-after'] === '15',
  );
  back[0]?.();
  take('another', '203.0.113.9');
});
