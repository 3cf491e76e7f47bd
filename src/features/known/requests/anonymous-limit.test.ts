// A flood without credentials is rejected. Customers, other addresses and callers in the private network are not
// affected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { limitAnonymous } from './anonymous-limit.ts';

function limited(bound: { burst: number; perSecond: number }) {
  let now = 5_000;
  const count = limitAnonymous(() => now, bound);
  const call = (address: string): Problem | null => {
    try {
      count(address);
      return null;
    } catch (error) {
      return error as Problem;
    }
  };
  const passed = (address: string, times: number) =>
    Array.from({ length: times }, () => call(address)).filter((refusal) => refusal === null).length;
  const pass = (millis: number): void => {
    now += millis;
  };
  return { call, passed, pass };
}

test('an address has its burst at once, and then as much as comes back', () => {
  const { passed, pass } = limited({ burst: 20, perSecond: 10 });
  assert.equal(passed('192.0.2.1', 50), 20);
  pass(500);
  assert.equal(passed('192.0.2.1', 50), 5);
  pass(60_000);
  assert.equal(passed('192.0.2.1', 50), 20);
});

test('an IPv6 address and all others of its /64 are one; a neighbour is another', () => {
  const { passed } = limited({ burst: 4, perSecond: 1 });
  const spread = Array.from({ length: 10 }, (_, i) => passed(`2001:db8::${i + 1}`, 1));
  assert.equal(spread.filter(Boolean).length, 4);
  assert.equal(passed('2001:db8:0:1::1', 9), 4);
});

test('whoever is in the house is not counted: behind a proxy that is not named, everybody would be one', () => {
  const { passed } = limited({ burst: 1, perSecond: 1 });
  for (const address of ['127.0.0.1', '::1', '10.0.0.7', 'fd00::7']) assert.equal(passed(address, 30), 30);
});

test('a refusal says how long to wait, in whole seconds', () => {
  const { call, pass } = limited({ burst: 2, perSecond: 0.5 });
  assert.deepEqual([call('192.0.2.1'), call('192.0.2.1')], [null, null]);
  const refusal = call('192.0.2.1');
  assert.ok(refusal instanceof Problem);
  assert.equal(refusal.code, 'rate_limited');
  assert.deepEqual(refusal.headers, {
    'retry-after': '2',
    'ratelimit-policy': '"anonymous";q=2;w=4',
    ratelimit: '"anonymous";r=0;t=2',
  });
  pass(2_000);
  assert.equal(call('192.0.2.1'), null);
});
