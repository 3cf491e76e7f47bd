// A price is fixed, at par, or agreed on by fresh sources. Otherwise there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRate, parseRate, type Rate } from '../../../core/money/rate.ts';
import { createRateBook, type RateBook, type RateBookOptions } from './rate-book.ts';

const start = new Date('2026-01-01T00:00:00Z');
const eth = { symbol: 'ETH', stable: false, peg: null };
const usdt = { symbol: 'USDT', stable: true, peg: 'USD' };
const kraken = { name: 'kraken', currencies: ['USD', 'EUR', 'JPY'] };
const other = { name: 'other', currencies: ['USD'] };
const third = { name: 'third', currencies: ['USD'] };
const bank = { name: 'bank', currencies: [], dollarIn: ['EUR', 'KWD', 'BRL'], maxAgeSeconds: 500_000 };
const known = [kraken, other, third, bank];

function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

function rate(text: string): Rate {
  return parseRate(text) ?? assert.fail(text);
}

function bookWith(options: Partial<RateBookOptions>): RateBook {
  return createRateBook({ fixed: [], sources: [kraken], maxAgeSeconds: 120, coins: [eth, usdt], ...options });
}

/** Records one source's price of one pair. Returns whether it is accepted. */
function say(book: RateBook, answer: Readonly<Record<string, string>>, at: Date, quoted = 'ETH/USD'): boolean {
  const [source = '', text = ''] = Object.entries(answer)[0] ?? [];
  const facts = known.find(({ name }) => name === source) ?? assert.fail(source);
  const [cryptocurrency = '', currency = ''] = quoted.split('/');
  const pair = { cryptocurrency, currency };
  const doubted = book.hear(facts, { asked: [pair], prices: [{ ...pair, rate: rate(text) }], refused: [], at });
  book.settle(at);
  return doubted.length === 0;
}

interface Asked {
  readonly coin?: typeof eth | typeof usdt;
  readonly currency?: string;
  readonly policy?: 'at_par' | 'at_market';
}

function price(book: RateBook, at: Date, { coin = eth, currency = 'USD', policy = 'at_par' }: Asked = {}) {
  const found = book.rateFor(coin, currency, policy, at);
  return found && `${found.evidence.method} ${formatRate(found.rate)}`;
}

test('a fixed pair is always that price, also for a stable coin at par and against every source', () => {
  const fixed = [
    { cryptocurrency: 'ETH', currency: 'USD', rate: rate('2000') },
    { cryptocurrency: 'USDT', currency: 'USD', rate: rate('0.5') },
  ];
  const book = bookWith({ fixed });
  say(book, { kraken: '3000' }, start);
  assert.equal(price(book, start), 'fixed 2000');
  assert.equal(price(book, start, { coin: usdt }), 'fixed 0.5');
  assert.equal(price(book, after(1_000_000)), 'fixed 2000');
});

test('E15-stable-coin: a stable coin is 1 at par in its own currency, and its market price elsewhere', () => {
  const book = bookWith({});
  assert.equal(price(book, start, { coin: usdt }), 'at_par 1');
  assert.equal(price(book, start, { coin: usdt, currency: 'USD', policy: 'at_market' }), null);
  assert.equal(price(book, start, { coin: usdt, currency: 'EUR' }), null);
  say(book, { kraken: '0.985' }, start, 'USDT/USD');
  say(book, { kraken: '0.92' }, start, 'USDT/EUR');
  assert.equal(price(book, start, { coin: usdt }), 'at_par 1');
  assert.equal(price(book, start, { coin: usdt, currency: 'USD', policy: 'at_market' }), 'single 0.985');
  assert.equal(price(book, start, { coin: usdt, currency: 'EUR' }), 'single 0.92');
});

test('one source is enough where one is configured, two are needed where there are two', () => {
  const alone = bookWith({});
  say(alone, { kraken: '2000' }, start);
  assert.equal(price(alone, start), 'single 2000');
  const both = bookWith({ sources: [kraken, other] });
  say(both, { kraken: '2000' }, start);
  assert.equal(price(both, start), null);
  say(both, { other: '2002' }, start);
  assert.equal(price(both, start), 'median 2001');
});

test('E13-all-stale: when all sources are stale there is no price', () => {
  const book = bookWith({});
  say(book, { kraken: '2000' }, start);
  assert.equal(price(book, after(120)), 'single 2000');
  assert.equal(price(book, after(121)), null);
  assert.deepEqual(book.ratesOf(eth, after(121)), {});
});

test('E17, T12: a price of a sole source must be near its prices of the last hour', () => {
  const book = bookWith({});
  assert.equal(say(book, { kraken: '2000' }, start), true);
  for (const lie of ['2200', '0.0005', '20000', '200']) {
    assert.equal(say(book, { kraken: lie }, after(30)), false, lie);
    assert.equal(price(book, after(31)), 'single 2000', lie);
    assert.equal(say(book, { kraken: lie }, after(60)), false, `${lie} again`);
    assert.equal(price(book, after(121)), null, lie);
  }
  assert.equal(say(book, { kraken: '2050' }, after(150)), true);
  assert.equal(price(book, after(150)), 'single 2050');
});

test('T12: what was believed before a restart binds a sole source at once after it', () => {
  const past = [{ pair: 'ETH/USD', rate: rate('2000'), at: start }];
  for (const lie of ['2200', '0.0005', '20000']) {
    const book = bookWith({ past });
    assert.equal(say(book, { kraken: lie }, after(60)), false);
    assert.equal(price(book, after(60)), null, lie);
  }
});

test('T12: one of three that lies is left out and named, and two that lie leave no price', () => {
  const book = bookWith({ sources: [kraken, other, third] });
  say(book, { other: '2000' }, start);
  say(book, { third: '2002' }, start);
  for (const lie of ['2200', '0.0005', '20000']) {
    say(book, { kraken: lie }, start);
    assert.equal(price(book, start), 'median 2001', lie);
    assert.deepEqual(book.apart('kraken', start), [{ cryptocurrency: 'ETH', currency: 'USD' }]);
    assert.deepEqual(book.apart('other', start), []);
  }
  say(book, { third: '5' }, after(1));
  assert.equal(price(book, after(1)), null);
});

test('two sources that agree are believed wherever the price goes', () => {
  const book = bookWith({ sources: [kraken, other] });
  for (const [at, text] of [
    [0, '2000'],
    [30, '2600'],
    [60, '1500'],
  ] as const) {
    say(book, { kraken: text }, after(at));
    assert.equal(say(book, { other: text }, after(at)), true);
    assert.equal(price(book, after(at)), `median ${text}`);
  }
});

test('a source that does not know a pair is not counted among those that do', () => {
  const book = bookWith({ sources: [kraken, other] });
  say(book, { kraken: '2000' }, start);
  const asked = [{ cryptocurrency: 'ETH', currency: 'USD' }];
  book.hear(other, { asked, prices: [], refused: [], at: start });
  assert.equal(price(book, start), 'single 2000');
  book.hear(other, { asked, prices: [], refused: ['ETH/USD'], at: start });
  say(book, { other: '2001' }, start);
  assert.equal(price(book, after(1)), 'median 2000.5');
});

test('T12: a currency that no source prices coins in has a price by way of the dollar, and says which', () => {
  const book = bookWith({ sources: [kraken, other, bank] });
  say(book, { kraken: '2000' }, start);
  say(book, { other: '2000' }, start);
  say(book, { bank: '0.306625' }, start, 'USD/KWD');
  say(book, { bank: '5.4321' }, start, 'USD/BRL');
  assert.equal(price(book, start, { currency: 'KWD' }), 'cross 613.25');
  assert.equal(price(book, after(100), { currency: 'BRL' }), 'cross 10864.2');
  assert.equal(price(book, start, { coin: usdt, currency: 'BRL' }), 'cross 5.4321');
  assert.deepEqual(book.rateFor(eth, 'KWD', 'at_par', start)?.evidence.sources, [
    { source: 'kraken', rate: '2000', at: start.toISOString(), pair: 'ETH/USD' },
    { source: 'other', rate: '2000', at: start.toISOString(), pair: 'ETH/USD' },
    { source: 'bank', rate: '0.306625', at: start.toISOString(), pair: 'USD/KWD' },
  ]);
  // The agreement of two sources outranks a single source that quotes the currency itself.
  say(book, { kraken: '1700' }, start, 'ETH/EUR');
  assert.equal(price(book, start, { currency: 'EUR' }), 'single 1700');
  say(book, { bank: '0.92' }, start, 'USD/EUR');
  assert.equal(price(book, start, { currency: 'EUR' }), 'cross 1840');
  assert.equal(price(book, after(121), { currency: 'KWD' }), null);
  assert.deepEqual(book.ratesOf(eth, start), { BRL: 10864.2, EUR: 1840, KWD: 613.25, USD: 2000 });
});

test('T12: a stable coin is at par within two percent of it, at the market price beyond, without one in doubt', () => {
  const table: [string[], string | null][] = [
    [[], 'at_par 1'],
    [['1.019', '1.018'], 'at_par 1'],
    [['0.981', '0.98'], 'at_par 1'],
    [['0.97', '0.971'], 'median 0.9705'],
    [['0.88', '0.88', '1'], 'median 0.88'],
    [['1', '1', '0.88'], 'at_par 1'],
    [['0.88'], null],
    [['0.88', '1'], null],
    [['1'], 'at_par 1'],
  ];
  for (const [texts, expected] of table) {
    const book = bookWith({ sources: [kraken, other, third] });
    for (const [index, text] of texts.entries()) say(book, { [known[index]?.name ?? '']: text }, start, 'USDT/USD');
    assert.equal(price(book, start, { coin: usdt }), expected, texts.join(' '));
  }
  const silent = bookWith({ sources: [kraken, other] });
  silent.setDepegged(new Set(['USDT']));
  assert.equal(price(silent, start, { coin: usdt }), null, 'known to be depegged, and no market');
});

test('what is believed is kept once in ten minutes', () => {
  const book = bookWith({});
  const facts = { cryptocurrency: 'ETH', currency: 'USD' };
  const told = (at: Date) => {
    book.hear(kraken, { asked: [facts], prices: [{ ...facts, rate: rate('2000') }], refused: [], at });
    return book.settle(at).map(({ pair, at: kept }) => `${pair} ${kept.toISOString()}`);
  };
  assert.deepEqual(told(after(5)), ['ETH/USD 2026-01-01T00:00:00.000Z']);
  assert.deepEqual(told(after(599)), []);
  assert.deepEqual(told(after(605)), ['ETH/USD 2026-01-01T00:10:00.000Z']);
});

test('asking for a pair makes it wanted, once, if a source may know it', () => {
  const book = bookWith({ fixed: [{ cryptocurrency: 'ETH', currency: 'EUR', rate: rate('1') }] });
  const names = () => book.wanted(kraken).map(({ cryptocurrency, currency }) => `${cryptocurrency}/${currency}`);
  assert.deepEqual(names(), ['ETH/USD', 'USDT/USD', 'USDT/EUR']);
  let calls = 0;
  const unlisten = book.onWanted(() => calls++);
  for (let n = 0; n < 3; n++) price(book, start, { currency: 'JPY' });
  price(book, start, { currency: 'KWD' });
  assert.equal(calls, 1);
  assert.deepEqual(names().slice(3), ['ETH/JPY']);
  unlisten();
  price(book, start, { coin: usdt, currency: 'JPY' });
  assert.equal(calls, 1);
});

test('the prices to be shown are plain numbers', () => {
  const book = bookWith({ fixed: [{ cryptocurrency: 'ETH', currency: 'KWD', rate: rate('613.125') }] });
  say(book, { kraken: '2000.5' }, start);
  assert.deepEqual(book.ratesOf(eth, start), { KWD: 613.125, USD: 2000.5 });
  assert.deepEqual(book.ratesOf(usdt, start), { USD: 1 });
  say(book, { kraken: '2001' }, start);
  assert.deepEqual(book.ratesOf(eth, start), { KWD: 613.125, USD: 2001 });
  assert.deepEqual(book.currencies, ['EUR', 'JPY', 'KWD', 'USD']);
});

test('a coin without value has its built-in price in every currency, and no source is asked for it', () => {
  const tusd = { symbol: 'TUSD', stable: true, peg: 'USD' };
  const builtIn = new Map([['TUSD', rate('1')]]);
  const book = bookWith({ sources: [kraken, bank], coins: [eth, tusd], builtIn });
  assert.equal(price(book, start, { coin: tusd }), 'fixed 1');
  const alone = book.rateFor(tusd, 'KWD', 'at_par', start);
  assert.deepEqual(
    alone?.evidence.sources.map(({ source, pair }) => `${source} ${pair}`),
    ['built-in TUSD/USD', 'built-in USD/KWD'],
  );
  say(book, { bank: '0.3' }, start, 'USD/KWD');
  const crossed = book.rateFor(tusd, 'KWD', 'at_market', start);
  assert.equal(crossed && formatRate(crossed.rate), '0.3');
  assert.deepEqual(
    crossed?.evidence.sources.map(({ source }) => source),
    ['built-in', 'bank'],
  );
  assert.ok(book.rateFor(tusd, 'KPW', 'at_par', start) !== null, 'a currency that no source knows');
  assert.ok(!book.wanted(kraken).some(({ cryptocurrency }) => cryptocurrency === 'TUSD'));
});
