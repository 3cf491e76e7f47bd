// A price is fixed, at par, or what fresh sources agree on; otherwise there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRate, parseRate, type Rate } from '../../core/money/rate.ts';
import { createRateBook, type RateBook, type RateBookOptions } from './rate-book.ts';

const start = new Date('2026-01-01T00:00:00Z');
const eth = { symbol: 'ETH', stable: false, peg: null };
const usdt = { symbol: 'USDT', stable: true, peg: 'USD' };
const kraken = { name: 'kraken', currencies: ['USD', 'EUR', 'JPY'] };
const other = { name: 'other', currencies: ['USD'] };

function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

function rate(text: string): Rate {
  return parseRate(text) ?? assert.fail(text);
}

function bookWith(options: Partial<RateBookOptions>): RateBook {
  return createRateBook({ fixed: [], sources: [kraken], maxAgeSeconds: 120, coins: [eth, usdt], ...options });
}

function say(
  book: RateBook,
  source: string,
  text: string,
  at: Date,
  cryptocurrency = 'ETH',
  currency = 'USD',
): boolean {
  return book.record(source, { cryptocurrency, currency }, rate(text), at);
}

function price(
  book: RateBook,
  at: Date,
  coin: typeof eth | typeof usdt = eth,
  currency = 'USD',
  policy: 'at_par' | 'at_market' = 'at_par',
) {
  const found = book.rateFor(coin, currency, policy, at);
  return found && `${found.evidence.method} ${formatRate(found.rate)}`;
}

test('a fixed pair is always that price, also for a stable coin at par and against every source', () => {
  const fixed = [
    { cryptocurrency: 'ETH', currency: 'USD', rate: rate('2000') },
    { cryptocurrency: 'USDT', currency: 'USD', rate: rate('0.5') },
  ];
  const book = bookWith({ fixed });
  say(book, 'kraken', '3000', start);
  assert.equal(price(book, start), 'fixed 2000');
  assert.equal(price(book, start, usdt), 'fixed 0.5');
  assert.equal(price(book, after(1_000_000)), 'fixed 2000');
});

test('E15-stable-coin: a stable coin is 1 at par in the currency it stands for, and its market price anywhere else', () => {
  const book = bookWith({});
  assert.equal(price(book, start, usdt), 'at_par 1');
  assert.equal(price(book, start, usdt, 'USD', 'at_market'), null);
  assert.equal(price(book, start, usdt, 'EUR'), null);
  say(book, 'kraken', '0.88', start, 'USDT');
  say(book, 'kraken', '0.92', start, 'USDT', 'EUR');
  assert.equal(price(book, start, usdt), 'at_par 1');
  assert.equal(price(book, start, usdt, 'USD', 'at_market'), 'single 0.88');
  assert.equal(price(book, start, usdt, 'EUR'), 'single 0.92');
});

test('one source is enough where one is configured, two are needed where there are two', () => {
  const alone = bookWith({});
  say(alone, 'kraken', '2000', start);
  assert.equal(price(alone, start), 'single 2000');
  const both = bookWith({ sources: [kraken, other] });
  say(both, 'kraken', '2000', start);
  assert.equal(price(both, start), null);
  say(both, 'other', '2002', start);
  assert.equal(price(both, start), 'median 2001');
});

test('E13-all-stale: when all sources are stale there is no price', () => {
  const book = bookWith({});
  say(book, 'kraken', '2000', start);
  assert.equal(price(book, after(120)), 'single 2000');
  assert.equal(price(book, after(121)), null);
  assert.deepEqual(book.ratesOf(eth, after(121)), {});
});

test('E17-sudden-jump: a sudden jump is believed when it is said twice, or when nothing fresh speaks against it', () => {
  const book = bookWith({});
  assert.equal(say(book, 'kraken', '2000', start), true);
  assert.equal(say(book, 'kraken', '0.0005', after(30)), false);
  assert.equal(price(book, after(30)), 'single 2000');
  assert.equal(say(book, 'kraken', '1500', after(60)), false);
  assert.equal(say(book, 'kraken', '1510', after(90)), true);
  assert.equal(price(book, after(90)), 'single 1510');
  assert.equal(say(book, 'kraken', '3000', after(300)), true);
});

test('asking for a pair makes it wanted, once, if a source may know it', () => {
  const book = bookWith({ fixed: [{ cryptocurrency: 'ETH', currency: 'EUR', rate: rate('1') }] });
  const names = () => book.wanted().map(({ cryptocurrency, currency }) => `${cryptocurrency}/${currency}`);
  assert.deepEqual(names(), ['ETH/USD', 'USDT/USD', 'USDT/EUR']);
  let calls = 0;
  const unlisten = book.onWanted(() => calls++);
  for (let n = 0; n < 3; n++) price(book, start, eth, 'JPY');
  price(book, start, eth, 'KWD');
  assert.equal(calls, 1);
  assert.deepEqual(names().slice(3), ['ETH/JPY']);
  unlisten();
  price(book, start, usdt, 'JPY');
  assert.equal(calls, 1);
});

test('the prices to be shown are plain numbers', () => {
  const book = bookWith({ fixed: [{ cryptocurrency: 'ETH', currency: 'KWD', rate: rate('613.125') }] });
  say(book, 'kraken', '2000.5', start);
  assert.deepEqual(book.ratesOf(eth, start), { KWD: 613.125, USD: 2000.5 });
  assert.deepEqual(book.ratesOf(usdt, start), { USD: 1 });
  say(book, 'kraken', '2001', start);
  assert.deepEqual(book.ratesOf(eth, start), { KWD: 613.125, USD: 2001 });
  assert.deepEqual(book.currencies, ['EUR', 'JPY', 'KWD', 'USD']);
});
