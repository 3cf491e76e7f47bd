// One source that lies moves nothing; sources that disagree give no price at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatRate, parseRate, type Rate } from './rate.ts';
import { agreedRate, type HeardRate, isJump, meanOf } from './rate-median.ts';

const now = new Date('2026-01-01T00:10:00Z');

function rate(text: string): Rate {
  const read = parseRate(text);
  assert.ok(read, text);
  return read;
}

function heard(...texts: string[]): HeardRate[] {
  return texts.map((text, index) => ({ source: `s${index}`, rate: rate(text), at: now }));
}

function agreed(answers: readonly HeardRate[], atLeast: number): string | null {
  const agreement = agreedRate(answers, { now, maxAgeSeconds: 120, atLeast });
  return agreement && formatRate(agreement.rate);
}

test('the median of what agrees is the price', () => {
  const table: [string[], number, string | null][] = [
    [['2000'], 1, '2000'],
    [['2000'], 2, null],
    [['2000', '2010'], 2, '2005'],
    [['2000', '2001'], 2, '2000.5'],
    [['2000', '2010', '1990'], 2, '2000'],
    [['0.1', '0.100', '0.1001'], 2, '0.1'],
    // One of two that disagree is wrong, and nobody knows which.
    [['2000', '2680'], 2, null],
    // One of three jumps by 34 %, or speaks of the pair the other way round.
    [['2000', '2004', '2680'], 2, '2002'],
    [['2000', '2004', '0.0005'], 2, '2002'],
    [['2000', '2004', '2002', '9999'], 2, '2002'],
    // Two camps of two: no majority.
    [['2000', '2001', '2680', '2681'], 2, null],
    [['1', '2', '3'], 2, null],
    [[], 1, null],
    [[], 0, null],
  ];
  for (const [texts, atLeast, expected] of table)
    assert.equal(agreed(heard(...texts), atLeast), expected, texts.join(' '));
});

test('what was left out is named, and stays in the evidence', () => {
  const agreement = agreedRate(heard('2000', '2004', '2680'), { now, maxAgeSeconds: 120, atLeast: 2 });
  assert.deepEqual(agreement?.outliers, ['s2']);
  assert.deepEqual(agreement?.evidence, {
    method: 'median',
    at: '2026-01-01T00:10:00.000Z',
    sources: [
      { source: 's0', rate: '2000', at: '2026-01-01T00:10:00.000Z' },
      { source: 's1', rate: '2004', at: '2026-01-01T00:10:00.000Z' },
      { source: 's2', rate: '2680', at: '2026-01-01T00:10:00.000Z' },
    ],
  });
});

test('an answer counts until it is as old as allowed, and not a moment longer', () => {
  const aged = (seconds: number): HeardRate[] => [
    { source: 's', rate: rate('1'), at: new Date(now.getTime() - seconds * 1000) },
  ];
  assert.equal(agreed(aged(120), 1), '1');
  assert.equal(agreed(aged(120.001), 1), null);
  assert.equal(agreed([...aged(121), ...heard('5')], 1), '5');
  assert.equal(agreed([...aged(121), ...heard('5')], 2), null);
});

test('the mean is exact', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 30n),
      fc.bigInt(1n, 10n ** 30n),
      fc.nat(12),
      fc.nat(12),
      (a, b, scaleA, scaleB) => {
        const mean = meanOf({ value: a, scale: scaleA }, { value: b, scale: scaleB });
        const onScale = (value: bigint, scale: number) => value * 10n ** BigInt(mean.scale - scale);
        assert.equal(mean.value * 2n, onScale(a, scaleA) + onScale(b, scaleB));
      },
    ),
  );
});

test('E12-one-outlier: one outlier among honest sources never moves the price out of what the honest said', () => {
  const honest = fc.array(fc.integer({ min: 199_500, max: 200_500 }), { minLength: 3, maxLength: 6 });
  fc.assert(
    fc.property(honest, fc.integer({ min: 1, max: 10_000_000 }), (cents, lie) => {
      const answers = heard(
        ...[...cents, lie].map((each) => `${Math.floor(each / 100)}.${String(each % 100).padStart(2, '0')}`),
      );
      const agreement = agreedRate(answers, { now, maxAgeSeconds: 120, atLeast: 2 });
      assert.ok(agreement);
      const price = Number(formatRate(agreement.rate)) * 100;
      assert.ok(price >= Math.min(...cents) * 0.98 && price <= Math.max(...cents) * 1.02, String(price));
    }),
  );
});

test('a jump is more than a tenth, either way', () => {
  const table: [string, string, boolean][] = [
    ['2000', '2200', false],
    ['2000', '2200.01', true],
    ['2000', '1800', false],
    ['2000', '1799.99', true],
    ['2000', '0.0005', true],
    ['0.0005', '2000', true],
  ];
  for (const [last, next, jump] of table) assert.equal(isJump(rate(last), rate(next)), jump, `${last} ${next}`);
});
