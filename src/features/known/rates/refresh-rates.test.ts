// The wanted pairs are queried in rounds, and a source that fails is queried again later.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseRate } from '../../../core/money/rate.ts';
import { createLog } from '../../../io/log.ts';
import { type Pair, type RateSource, RateSourceFault } from '../../../io/rate-sources/rate-source.ts';
import { createRateBook } from './rate-book.ts';
import { refreshRates } from './refresh-rates.ts';

const eth = { symbol: 'ETH', stable: false, peg: null };
const rate = parseRate('2000') ?? assert.fail();
const now = () => new Date(0);

/** A source with scripted answers. A test can wait for its next query. */
function scripted(answer: (pairs: readonly Pair[]) => readonly Pair[]) {
  let waiting: ((pairs: readonly Pair[]) => void)[] = [];
  const source: RateSource = {
    name: 'scripted',
    currencies: ['USD', 'EUR', 'JPY'],
    async fetch(pairs) {
      for (const resolve of waiting.splice(0)) resolve(pairs);
      waiting = [];
      return { prices: answer(pairs).map((pair) => ({ ...pair, rate })), refused: [] };
    },
  };
  return { source, asked: () => new Promise<readonly Pair[]>((resolve) => waiting.push(resolve)) };
}

function follow(source: RateSource, intervalMs: number, write: (line: string) => void = () => {}) {
  const book = createRateBook({ fixed: [], sources: [source], maxAgeSeconds: 120, coins: [eth] });
  const refresher = refreshRates({
    book,
    sources: [source],
    log: createLog('info', { write }),
    now,
    random: () => 0,
    intervalMs,
  });
  after(() => refresher.stop());
  return { book, ...refresher };
}

test('after the first round the usual prices are there', async () => {
  const { book, firstRound, stop } = follow(scripted((pairs) => pairs).source, 1_000_000);
  await firstRound;
  assert.deepEqual(book.ratesOf(eth, now()), { EUR: 2000, USD: 2000 });
  await stop();
});

test('round follows round', async () => {
  const { source, asked } = scripted((pairs) => pairs);
  const { stop } = follow(source, 1);
  for (let n = 0; n < 3; n++) assert.equal((await asked()).length, 2);
  await stop();
});

test('a pair that somebody asks for is fetched without waiting for the next round', async () => {
  const { source, asked } = scripted((pairs) => pairs);
  const { book, firstRound, stop } = follow(source, 1_000_000);
  await firstRound;
  const next = asked();
  assert.equal(book.rateFor(eth, 'JPY', 'at_par', now()), null);
  assert.deepEqual(
    (await next).map((pair) => pair.currency),
    ['USD', 'EUR', 'JPY'],
  );
  await stop();
  assert.notEqual(book.rateFor(eth, 'JPY', 'at_par', now()), null);
});

test('E14-source-fails: a source that fails is told in the log and leaves what was known', async () => {
  const lines: string[] = [];
  const { source } = scripted(() => {
    throw new RateSourceFault('answered with status 503');
  });
  const { book, firstRound, stop } = follow(source, 1, (line) => lines.push(line));
  await firstRound;
  await stop();
  assert.equal(lines.length, 1);
  assert.match(lines[0] as string, /"source":"scripted","failures":1,.*answered with status 503/);
  assert.deepEqual(book.ratesOf(eth, now()), {});
});

test('without any source there is nothing to wait for', async () => {
  const book = createRateBook({ fixed: [], sources: [], maxAgeSeconds: 120, coins: [eth] });
  const refresher = refreshRates({ book, sources: [], log: createLog('silent'), now, random: () => 0 });
  await refresher.firstRound;
  await refresher.stop();
  assert.deepEqual(book.standings(), []);
});
