// The counters of an attempt: unknown and known browsers never share a counter, and neither do two addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Attempting, attemptLimits, countersOf, type LimitedAction } from './attempt-limits.ts';

const limit = { perBrowser: 10, perAccount: 20, perAddress: 1000, windowSeconds: 900, countsFailuresOnly: true };
const here = '203.0.113.7';

const rows: readonly [string, Attempting, string[]][] = [
  [
    'an unknown browser',
    { account: 'ada', address: here },
    ['account ada at 203.0.113.7 ≤ 10', 'address 203.0.113.7 ≤ 1000', 'account ada ≤ 20'],
  ],
  ['a known browser', { account: 'ada', address: here, device: 'd1' }, ['device d1 ≤ 10', 'devices of ada ≤ 20']],
  ['no account, an unknown browser', { account: null, address: here }, ['address 203.0.113.7 ≤ 1000']],
  ['no account, a known browser', { account: null, address: here, device: 'd1' }, ['device d1 ≤ 10']],
  [
    'IPv6 addresses of one household',
    { account: 'ada', address: '2001:db8:1:2::9' },
    ['account ada at 2001:db8:1:2::/64 ≤ 10', 'address 2001:db8:1:2::/64 ≤ 1000', 'account ada ≤ 20'],
  ],
];

for (const [who, attempt, expected] of rows) {
  test(`the counters of an attempt: ${who}`, () => {
    assert.deepEqual(
      countersOf(limit, attempt).map(({ name, most }) => `${name} ≤ ${most}`),
      expected,
    );
  });
}

test('strangers, from wherever they try, share no counter with a known browser', () => {
  const known = countersOf(limit, { account: 'ada', address: here, device: 'd1' });
  const strangers = [here, '198.51.100.1'].flatMap((address) => countersOf(limit, { account: 'ada', address }));
  const names = new Set(strangers.map(({ name }) => name));
  assert.deepEqual(
    known.filter(({ name }) => names.has(name)),
    [],
  );
});

test('what strangers use up at one address is less than what an account, or the address, takes in all', () => {
  const guessed: readonly LimitedAction[] = ['sign-in', 'second-factor', 'password', 'step-up'];
  for (const action of guessed) {
    const { perBrowser, perAccount, perAddress } = attemptLimits[action];
    assert.ok(perBrowser < perAccount && perAccount * 10 <= perAddress, action);
  }
});
