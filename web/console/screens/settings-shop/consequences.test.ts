// What a merchant is told that a setting costs is what the rules make of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releases, releaseText, toleranceConsequence, windowConsequence } from './consequences.ts';
import { durationText } from './waiting-time.ts';

test('a tolerance is told as what an order counts as paid from', () => {
  const told = (percent: string, fiatMax: string | null) => toleranceConsequence({ percent, fiatMax });
  assert.match(told('0', null), /Every cent/);
  assert.match(told('1', null), /\$40\.00 order counts as paid from \$39\.60 on, a \$1,000\.00 order from \$990\.00/);
  assert.match(told('1', '5'), /from \$995\.00\. You give up at most \$0\.40 and \$5\.00/);
});

test('how long a price holds is told by the clock', () => {
  assert.match(windowConsequence(900) ?? '', /until 14:15.*\$0\.40 less/);
  assert.match(windowConsequence(3600) ?? '', /until 15:00/);
  assert.equal(windowConsequence(null), null);
});

test('when an order is released follows tiers, the network, its floor and the coin', () => {
  const coin = { symbol: 'ETH', network: { symbol: 'ethereum', name: 'Ethereum' }, usual: 12, floor: 3, asked: null };
  const told = (cents: bigint, tiers: Parameters<typeof releases>[2], more = {}) =>
    releases(cents, [{ ...coin, ...more }], tiers).map(releaseText)[0];
  assert.equal(told(4_000n, []), 'after ≈ 2 min (12 confirmations)');
  const below = [{ currency: 'USD', below: '50', confirmations: 1 }];
  assert.equal(told(4_000n, below), 'after ≈ 36 s (3 confirmations)');
  assert.equal(told(100_000n, below), 'after ≈ 2 min (12 confirmations)');
  assert.equal(told(4_000n, below, { asked: 20 }), 'after ≈ 4 min (20 confirmations)');
  const final = [{ currency: 'USD', from: '1000', confirmations: 'finalized' as const }];
  assert.match(told(100_000n, final) ?? '', /calls final/);
  assert.equal(told(4_000n, [{ ...below[0], currency: 'EUR' } as never]), 'after ≈ 2 min (12 confirmations)');
  const unknown = { network: { symbol: 'local', name: 'Local' }, usual: 1, floor: 1 };
  assert.equal(told(4_000n, [], unknown), 'after 1 confirmation');
});

test('times are told in the unit that people plan in', () => {
  assert.deepEqual([0.5, 36, 180, 7200].map(durationText), ['≈ 1 s', '≈ 36 s', '≈ 3 min', '≈ 2 h']);
});
