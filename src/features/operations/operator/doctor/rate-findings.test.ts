// Doctor reports each source of prices, and the source of the rate of every coin in use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FixedRate } from '../../../../core/config/config-rates.ts';
import { parseRate } from '../../../../core/money/rate.ts';
import { createLog } from '../../../../io/log.ts';
import { type RateSource, RateSourceFault } from '../../../../io/rate-sources/rate-source.ts';
import { createRateBook } from '../../../known/rates/rate-book.ts';
import { refreshRates } from '../../../known/rates/refresh-rates.ts';
import { type RatesInUse, rateFindings } from './rate-findings.ts';

const rate = parseRate('2000') ?? assert.fail();
const atPar = parseRate('1') ?? assert.fail();
const coinOf = (symbol: string, peg: string | null = null) => ({
  id: symbol,
  symbol,
  name: symbol,
  decimals: 18,
  stable: peg !== null,
  peg,
});

/** A source with these coins in USD. Without coins it is unavailable. */
function sourceOf(name: string, known: readonly string[], refused: readonly string[] = []): RateSource {
  return {
    name,
    currencies: ['USD'],
    async fetch(pairs) {
      if (known.length === 0) throw new RateSourceFault('answered with status 503');
      const prices = pairs
        .filter((pair) => known.includes(pair.cryptocurrency))
        .map((pair) => ({
          ...pair,
          rate: pair.cryptocurrency === 'USDC' ? atPar : rate,
        }));
      return { prices, refused };
    },
  };
}

/** Returns the findings after one round, one line each, without the response times. */
async function linesFor(
  symbols: readonly string[],
  sources: readonly RateSource[],
  fixed: readonly FixedRate[] = [],
  currencies: readonly string[] = [],
): Promise<string[]> {
  const now = new Date();
  const coins = [...symbols.map((symbol) => coinOf(symbol)), coinOf('USDC', 'USD')];
  const book = createRateBook({ fixed, sources, maxAgeSeconds: 120, coins });
  const log = createLog('fatal', { write: () => undefined });
  const { firstRound, stop } = refreshRates({ book, sources, log, now: () => now, random: () => 0 });
  await firstRound;
  await stop();
  return rateFindings({ book, sources: book.standings(), fixed, coins, currencies, now }).map(
    ({ what, isGood, says }) => `${isGood ? 'ok' : 'BAD'} ${what}: ${says}`.replace(/in \d+ ms/, 'in n ms'),
  );
}

test('each source lists the coins in use that it prices, and the others', async () => {
  const sources = [sourceOf('one', ['BTC', 'ETH', 'USDC']), sourceOf('two', ['ETH', 'BTC'], ['TRX/USD'])];
  assert.deepEqual(await linesFor(['BTC', 'ETH'], sources), [
    'ok rates, one: answered in n ms with 3 prices; in USD of BTC, ETH, USDC',
    'ok rates, two: answered in n ms with 2 prices; in USD of BTC, ETH; none of USDC; ' + 'invalid prices of TRX/USD',
    'ok rates: every coin in use has a fresh rate in USD: BTC, ETH agreed by several; USDC at par',
  ]);
});

test('an unavailable source is reported with its reason, next to a working one', async () => {
  const [well, away, coins] = await linesFor(['ETH'], [sourceOf('one', ['ETH']), sourceOf('two', [])]);
  assert.match(well ?? '', /^ok rates, one: /);
  assert.match(away ?? '', /^BAD rates, two: no prices: answered with status 503\. Check that/);
  assert.equal(
    coins,
    'BAD rates: no fresh rate in USD of ETH; see rates in quittance.json',
    'of two sources one is not enough',
  );
});

test('a rate is marked as fixed or from one source; a source without a coin in use is reported', async () => {
  const fixed = [{ cryptocurrency: 'ETH', currency: 'USD', rate }];
  assert.deepEqual(await linesFor(['ETH', 'BTC'], [sourceOf('one', ['BTC'])], fixed), [
    'ok rates, one: answered in n ms with 1 price; in USD of BTC; none of ETH, USDC',
    'ok rates, fixed: ETH/USD, as set in quittance.json',
    'BAD rates, sources: only one is used: an error goes unnoticed, ' +
      'and nothing is quoted while it is unavailable. Name a second one in rates.sources',
    'ok rates: every coin in use has a fresh rate in USD: ETH fixed; BTC from one source; USDC at par',
  ]);
  const [idle] = await linesFor(['ETH'], [sourceOf('one', ['DOGE'])], fixed);
  assert.equal(idle, 'ok rates, one: answered in n ms with 0 prices; none of a coin in use');
});

test('a currency of a shop without a rate is bad, although the coin has one in USD', async () => {
  const sources = [sourceOf('one', ['BTC', 'USDC']), sourceOf('two', ['BTC', 'USDC'])];
  const fixed = [{ cryptocurrency: 'BTC', currency: 'EUR', rate }];
  const lines = await linesFor(['BTC'], sources, fixed, ['EUR', 'KES', 'USD']);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('BAD')),
    [
      'BAD rates, currencies: no fresh rate in EUR of USDC, KES of BTC, USDC, so invoices in that currency cannot be ' +
        'paid. Name a source with it in rates.sources, or set rates.fixed',
    ],
  );
});

test('without a followed network, rates are bad only if no source has prices', () => {
  const book = createRateBook({ fixed: [], sources: [], maxAgeSeconds: 120, coins: [] });
  const now = new Date();
  const heard = { millis: 5, at: now, priced: [], refused: [], apart: [], doubted: [] };
  const standing = (fault: string | null) => ({ source: 'one', heard: fault === null ? heard : null, fault });
  for (const [sources, isGood] of [
    [[], false],
    [[standing('answered with status 503')], false],
    [[standing(null)], true],
  ] as const) {
    const rates = { book, sources, fixed: [], coins: [], currencies: [], now } as unknown as RatesInUse;
    assert.equal(rateFindings(rates).find(({ what }) => what === 'rates')?.isGood, isGood);
  }
});
