// The shortfall that an app forgives: a share of the total, at most its `fiat_max`, and never above a tenth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/rig/chance/properties.ts';
import {
  type AppSettings,
  defaultSettings,
  embedOriginsOf,
  frameOrigin,
  refusesUnconfirmed,
  toleranceOf,
  type UnconfirmedTerms,
} from './app-settings.ts';
import { effectsOf } from './effects/effects-of.ts';

function forgiving(percent: string, fiatMax: string | null = null): AppSettings {
  return { ...defaultSettings, underpaymentTolerance: { percent, fiatMax } };
}

test('nothing is forgiven unless the merchant says so', () => {
  assert.equal(toleranceOf(10_000n, 2, defaultSettings), 0n);
});

test('the percentage is of the total, rounded down', () => {
  assert.equal(toleranceOf(10_000n, 2, forgiving('1')), 100n);
  assert.equal(toleranceOf(9_999n, 2, forgiving('1')), 99n);
  assert.equal(toleranceOf(10_000n, 2, forgiving('0.25')), 25n);
  assert.equal(toleranceOf(99n, 2, forgiving('1')), 0n);
});

test('the largest amount holds in every currency, rounded down to its minor unit', () => {
  assert.equal(toleranceOf(100_000n, 2, forgiving('5', '3.50')), 350n);
  assert.equal(toleranceOf(1_000n, 2, forgiving('5', '3.50')), 50n);
  assert.equal(toleranceOf(1_000n, 0, forgiving('5', '3.50')), 3n);
  assert.equal(toleranceOf(1_000_000n, 3, forgiving('5', '3.50')), 3_500n);
  assert.equal(toleranceOf(100_000n, 2, forgiving('5', '0')), 0n);
});

test('a setting that cannot be read forgives nothing', () => {
  assert.equal(toleranceOf(10_000n, 2, forgiving('a lot')), 0n);
  assert.equal(toleranceOf(10_000n, 2, forgiving('1.234')), 0n);
  assert.equal(toleranceOf(10_000n, 2, forgiving('1', 'a lot')), 0n);
});

test('E8-tolerance: no setting forgives more than a tenth of the total', () => {
  const percents = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => (hundredths / 100).toString());
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 20n), fc.constantFrom(0, 2, 3), percents, (total, decimals, percent) => {
      const tolerance = toleranceOf(total, decimals, forgiving(percent));
      assert.ok(tolerance >= 0n && tolerance * 10n <= total);
    }),
  );
});

test('terms are weaker where more is forgiven, late money counts more easily, or some invoice needs less depth', () => {
  const late = (latePayments: AppSettings['latePayments']): AppSettings => ({ ...defaultSettings, latePayments });
  const deep = (...tiers: [from: string, confirmations: number | 'finalized', currency?: string][]): AppSettings => ({
    ...defaultSettings,
    confirmationsByValue: tiers.map(([from, confirmations, currency = 'USD']) => ({ from, confirmations, currency })),
  });
  const low = (...tiers: [below: string, confirmations: number][]): AppSettings => ({
    ...defaultSettings,
    confirmationsByValue: tiers.map(([below, confirmations]) => ({ below, confirmations, currency: 'USD' })),
  });
  const early = (terms: Partial<UnconfirmedTerms>): AppSettings => ({
    ...defaultSettings,
    unconfirmedPayments: { ...defaultSettings.unconfirmedPayments, ...terms },
  });
  const changes: readonly [before: AppSettings, after: AppSettings, isWeaker: boolean][] = [
    [defaultSettings, defaultSettings, false],
    [forgiving('0'), forgiving('0.01'), true],
    [forgiving('1'), forgiving('0.99'), false],
    [forgiving('1', '5'), forgiving('1', '5.01'), true],
    [forgiving('1', '5'), forgiving('1', null), true],
    [forgiving('1', null), forgiving('1', '5'), false],
    [forgiving('1', '5'), forgiving('0', null), false],
    [late('hold'), late('accept_if_worth_the_due'), true],
    [late('accept_if_worth_the_due'), late('accept_at_locked_rate'), true],
    [late('accept_at_locked_rate'), late('hold'), false],
    [deep(['100', 6]), deep(['100', 5]), true],
    [deep(['100', 6]), deep(['101', 6]), true],
    [deep(['100', 6]), deep(), true],
    [deep(['100', 6]), deep(['100', 6, 'EUR']), true],
    [deep(['100', 6]), deep(['50', 7]), false],
    [deep(['100', 'finalized']), deep(['100', 10_000]), true],
    [deep(['100', 6]), deep(['100', 'finalized']), false],
    [deep(), deep(['100', 6]), false],
    [deep(), low(['5', 1]), true],
    [low(['5', 1]), low(['5', 2]), false],
    [low(['5', 1]), low(['4', 1]), false],
    [low(['5', 1]), low(['6', 1]), true],
    [low(['5', 1]), deep(), false],
    [early({}), early({ confirmedInputs: true }), false],
    [early({ confirmedInputs: true }), early({}), true],
    [early({ feeWithinBlocks: 2 }), early({ feeWithinBlocks: 3 }), true],
    [early({ feeWithinBlocks: 2 }), early({ feeWithinBlocks: null }), true],
    [early({ feeWithinBlocks: null }), early({ feeWithinBlocks: 144 }), false],
    [early({ quietSeconds: 10 }), early({ quietSeconds: 9 }), true],
    [early({ quietSeconds: 9 }), early({ quietSeconds: 10 }), false],
    [early({ hourlyMax: usd('100') }), early({ hourlyMax: usd('100.01') }), true],
    [early({ hourlyMax: usd('100') }), early({ hourlyMax: null }), true],
    [early({ hourlyMax: null }), early({ hourlyMax: usd('100') }), false],
    [{ ...defaultSettings, quoteWindowSeconds: 300 }, { ...defaultSettings, quoteWindowSeconds: 3600 }, true],
    [{ ...defaultSettings, quoteWindowSeconds: 3600 }, { ...defaultSettings, quoteWindowSeconds: 300 }, false],
  ];
  for (const [before, after, isWeaker] of changes)
    assert.equal(effectsOf('app_settings', before, after).length > 0, isWeaker, JSON.stringify([before, after]));
});

const usd = (amount: string) => ({ currency: 'USD', amount });

test('C5-unconfirmed-policy: the conditions to accept a payment unconfirmed; an unknown fact counts against it', () => {
  const anything = defaultSettings.unconfirmedPayments;
  const good = { hasConfirmedInputs: true, expectedBlocks: 2 };
  const exposed = (value: bigint, accepted: bigint) => ({ value, accepted, decimals: 2 });
  for (const [what, terms, standing, exposure, expected] of [
    ['nothing asked, nothing known', {}, { hasConfirmedInputs: null, expectedBlocks: null }, null, null],
    ['confirmed inputs', { confirmedInputs: true }, good, null, null],
    ['unconfirmed ones', { confirmedInputs: true }, { ...good, hasConfirmedInputs: false }, null, 'unconfirmed_inputs'],
    ['nobody knows them', { confirmedInputs: true }, { ...good, hasConfirmedInputs: null }, null, 'unconfirmed_inputs'],
    ['a fee that is enough', { feeWithinBlocks: 2 }, good, null, null],
    ['one that is not', { feeWithinBlocks: 2 }, { ...good, expectedBlocks: 3 }, null, 'low_fee'],
    ['a fee nobody can tell', { feeWithinBlocks: 144 }, { ...good, expectedBlocks: null }, null, 'low_fee'],
    ['as much as may be at risk', { hourlyMax: usd('100') }, good, exposed(40_00n, 60_00n), null],
    ['a cent more', { hourlyMax: usd('100') }, good, exposed(40_01n, 60_00n), 'over_hourly_max'],
    ['nobody knows what it is worth', { hourlyMax: usd('100') }, good, null, 'over_hourly_max'],
  ] as const)
    assert.equal(refusesUnconfirmed({ ...anything, ...terms }, standing, exposure), expected, what);
});

test('an origin that may frame the checkout is exactly one that a policy can name', () => {
  const origins: readonly [url: string, origin: string | null][] = [
    ['https://shop.example', 'https://shop.example'],
    ['https://Shop.example:443/cart?x=1', 'https://shop.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ["https://shop.example;script-src'*'", null],
    ['https://a;b.example', null],
    ['https://a,b.example', null],
    ["https://a'b.example", null],
    ['https://*.example', null],
    ['ftp://shop.example', null],
    ['data:text/html,x', null],
    ['shop.example', null],
    ['', null],
  ];
  for (const [url, origin] of origins) assert.equal(frameOrigin(url), origin, url);
  assert.deepEqual(embedOriginsOf({ embedOrigins: null }, 'https://shop.example/cart'), ['https://shop.example']);
  assert.deepEqual(embedOriginsOf({ embedOrigins: [] }, 'https://shop.example'), []);
  assert.deepEqual(embedOriginsOf({ embedOrigins: ['https://blog.example'] }, 'https://shop.example'), [
    'https://blog.example',
  ]);
});
