// The effects on the screen are the effects of the rules.
import '../../../../test/rig/words/console-in-english.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releases, releaseText, toleranceConsequence, windowConsequence } from './consequences.ts';
import { durationText } from './waiting-time.ts';

test('a tolerance is shown as the amount from which an order counts as paid', () => {
  const shown = (percent: string, fiatMax: string | null) => toleranceConsequence({ percent, fiatMax });
  assert.match(shown('0', null), /full amount is required/);
  assert.match(
    shown('1', null),
    /order of \$40\.00 counts as paid from \$39\.60, an order of \$1,000\.00 from \$990\.00/,
  );
  assert.match(shown('1', '5'), /from \$995\.00\. You give up at most \$0\.40 and \$5\.00/);
});

test('the time that a quote is valid is shown by the clock', () => {
  assert.match(windowConsequence(900) ?? '', /until 14:15.*\$0\.40 less/);
  assert.match(windowConsequence(3600) ?? '', /until 15:00/);
  assert.equal(windowConsequence(null), null);
});

test('when an order is released follows tiers, the network, its floor and the coin', () => {
  const coin = { symbol: 'ETH', network: { symbol: 'ethereum', name: 'Ethereum' }, usual: 12, floor: 3, asked: null };
  const shown = (cents: bigint, tiers: Parameters<typeof releases>[2], more = {}) =>
    releases(cents, [{ ...coin, ...more }], tiers).map(releaseText)[0];
  assert.equal(shown(4_000n, []), 'after ≈ 2 min (12 confirmations)');
  const below = [{ currency: 'USD', below: '50', confirmations: 1 }];
  assert.equal(shown(4_000n, below), 'after ≈ 36 sec (3 confirmations)');
  assert.equal(shown(100_000n, below), 'after ≈ 2 min (12 confirmations)');
  assert.equal(shown(4_000n, below, { asked: 20 }), 'after ≈ 4 min (20 confirmations)');
  const final = [{ currency: 'USD', from: '1000', confirmations: 'finalized' as const }];
  assert.match(shown(100_000n, final) ?? '', /finalized block/);
  assert.equal(shown(4_000n, [{ ...below[0], currency: 'EUR' } as never]), 'after ≈ 2 min (12 confirmations)');
  const unknown = { network: { symbol: 'local', name: 'Local' }, usual: 1, floor: 1 };
  assert.equal(shown(4_000n, [], unknown), 'after 1 confirmation');
});

test('times are shown in the unit that people plan in', () => {
  assert.deepEqual([0.5, 36, 180, 7200].map(durationText), ['≈ 1 sec', '≈ 36 sec', '≈ 3 min', '≈ 2 hr']);
});
