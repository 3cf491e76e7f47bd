// A single false source does not move the price, and sources that disagree give no price.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { formatRate, parseRate, type Rate } from './rate.ts';
import { agreedRate, type HeardRate, meanOf } from './rate-median.ts';

const now = new Date('2026-01-01T00:10:00Z');
const rule = { now, maxAgeSeconds: 120, deviationBps: 200 };

function rate(text: string): Rate {
  const read = parseRate(text);
  assert.ok(read, text);
  return read;
}

function heard(...texts: string[]): HeardRate[] {
  return texts.map((text, index) => ({ source: `s${index}`, rate: rate(text), at: now }));
}

function agreed(answers: readonly HeardRate[], atLeast: number): string | null {
  const agreement = agreedRate(answers, { ...rule, atLeast });
  return agreement && formatRate(agreement.rate);
}

test('the price is the median of the answers that agree', () => {
  const table: [string[], number, string | null][] = [
    [['2000'], 1, '2000'],
    [['2000'], 2, null],
    [['2000', '2010'], 2, '2005'],
    [['2000', '2001'], 2, '2000.5'],
    [['2000', '2010', '1990'], 2, '2000'],
    [['2000', '2040'], 2, '2020'],
    [['2000', '2040.01'], 2, null],
    // Two groups are equally large: the one with the smaller spread counts.
    [['1960', '2000', '2030'], 2, '2015'],
    [['0.1', '0.100', '0.1001'], 2, '0.1'],
    // Two sources disagree, and there is no way to decide which one is wrong.
    [['2000', '2680'], 2, null],
    // One of three sources is 34 % off, or quotes the inverse of the pair.
    [['2000', '2004', '2680'], 2, '2002'],
    [['2000', '2004', '0.0005'], 2, '2002'],
    [['2000', '2004', '2002', '9999'], 2, '2002'],
    // Two groups of two: no majority.
    [['2000', '2001', '2680', '2681'], 2, null],
    [['1', '2', '3'], 2, null],
    [[], 1, null],
    [[], 0, null],
  ];
  for (const [texts, atLeast, expected] of table)
    assert.equal(agreed(heard(...texts), atLeast), expected, texts.join(' '));
});

test('sources that were left out are named, and stay in the evidence', () => {
  const agreement = agreedRate(heard('2000', '2004', '2680'), { ...rule, atLeast: 2 });
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

test('E12-one-outlier: one outlier never moves the price out of the range of the honest sources', () => {
  const honest = fc.array(fc.integer({ min: 199_500, max: 200_500 }), { minLength: 3, maxLength: 6 });
  fc.assert(
    fc.property(honest, fc.integer({ min: 1, max: 10_000_000 }), (cents, lie) => {
      const answers = heard(
        ...[...cents, lie].map((each) => `${Math.floor(each / 100)}.${String(each % 100).padStart(2, '0')}`),
      );
      const agreement = agreedRate(answers, { ...rule, atLeast: 2 });
      assert.ok(agreement);
      const price = Number(formatRate(agreement.rate)) * 100;
      assert.ok(price >= Math.min(...cents) * 0.98 && price <= Math.max(...cents) * 1.02, String(price));
    }),
  );
});

const lie = fc.integer({ min: 1, max: 100_000_000 });

test('T12: if half of the sources or fewer lie, the price is within the deviation of an honest one', () => {
  const world = fc.record({
    honest: fc.array(fc.integer({ min: 150_000, max: 250_000 }), { minLength: 1, maxLength: 5 }),
    lies: fc.array(lie, { maxLength: 5 }),
    deviationBps: fc.integer({ min: 10, max: 1_000 }),
  });
  fc.assert(
    fc.property(world, ({ honest, lies, deviationBps }) => {
      const liars = lies.slice(0, honest.length);
      const agreement = agreedRate(heardCents([...honest, ...liars]), { ...rule, deviationBps, atLeast: 1 });
      if (agreement === null) return;
      const price = Number(formatRate(agreement.rate)) * 100;
      const isNearHonest = honest.some(
        (cents) =>
          price <= cents * (1 + deviationBps / 10_000) + 1e-6 && price * (1 + deviationBps / 10_000) + 1e-6 >= cents,
      );
      assert.ok(isNearHonest, `${price} of ${honest} beside ${liars}`);
    }),
  );
});

test('T12: three of six sources that lie together move nothing: either a price as the honest have it, or none', () => {
  for (const [told, expected] of [
    ['2200', null],
    ['20000', null],
    ['200', null],
    ['0.0005', null],
    ['2039', '2019.5'],
  ] as const)
    assert.equal(agreed(heard('2000', '2000', '2000', told, told, told), 2), expected, told);
});

test('T12: fewer liars than honest sources that agree never keep them from having a price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.array(lie, { maxLength: 5 }), (count, lies) => {
      const honest = Array.from({ length: count }, (_, index) => 200_000 + index * 100);
      const agreement = agreedRate(heardCents([...honest, ...lies.slice(0, count - 1)]), { ...rule, atLeast: 2 });
      assert.ok(agreement);
    }),
  );
});

function heardCents(cents: readonly number[]): HeardRate[] {
  return heard(...cents.map((each) => `${Math.floor(each / 100)}.${String(each % 100).padStart(2, '0')}`));
}
