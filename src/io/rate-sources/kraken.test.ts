// Kraken's documented answers become prices, and all other answers give none.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { formatRate } from '../../core/money/rate.ts';
import { parseRange } from '../../core/public-address.ts';
import { outboundGate } from '../outbound/outbound.ts';
import { krakenSource } from './kraken.ts';
import { type Pair, RateSourceFault } from './rate-source.ts';

/** One market in the format of the Ticker endpoint. */
function ticker(ask: unknown, bid: unknown) {
  return {
    a: [ask, '1', '1.000'],
    b: [bid, '1', '1.000'],
    c: [ask, '0.00067643'],
    v: ['4083.67001100', '4412.73601799'],
    p: ['30706.77771', '30689.13205'],
    t: [34619, 38907],
    l: ['29868.30000', '29868.30000'],
    h: ['31631.00000', '31631.00000'],
    o: '30502.80000',
  };
}

let markets: Record<string, { key: string; ticker: unknown }> = {};
let whole: { status: number; body: string } | null = null;
const asked: string[] = [];

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://kraken.test');
  asked.push(url.searchParams.get('pair') ?? '');
  if (whole !== null) return response.writeHead(whole.status).end(whole.body);
  const names = (url.searchParams.get('pair') ?? '').split(',');
  const known = names.every((name) => markets[name] !== undefined);
  const result = Object.fromEntries(names.map((name) => [markets[name]?.key ?? name, markets[name]?.ticker]));
  const answer = known ? { error: [], result } : { error: ['EQuery:Unknown asset pair'] };
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(url.pathname === '/0/public/Ticker' ? answer : {}));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const gate = outboundGate({ allowCidrs: [parseRange('127.0.0.0/8') ?? assert.fail()] });
after(async () => {
  await gate.close();
  server.closeAllConnections();
  server.close();
});

let time = 0;
function source() {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return krakenSource({ get: (url, request) => gate.get(url, request), baseUrl, now: () => time });
}

beforeEach(() => {
  whole = null;
  asked.length = 0;
  markets = {
    XBTUSD: { key: 'XXBTZUSD', ticker: ticker('30300.10000', '30300.00000') },
    ETHEUR: { key: 'XETHZEUR', ticker: ticker('1800.40', '1800.20') },
    USDTUSD: { key: 'USDTZUSD', ticker: ticker('1.00010', '0.99990') },
    DAIUSD: { key: 'DAIUSD', ticker: ticker('0.99', '0.99') },
  };
});

function pair(text: string): Pair {
  const [cryptocurrency, currency] = text.split('/') as [string, string];
  return { cryptocurrency, currency };
}

async function fetched(
  from: ReturnType<typeof source>,
  ...pairs: string[]
): Promise<{ prices: string[]; refused: readonly string[] }> {
  const { prices, refused } = await from.fetch(pairs.map(pair), new AbortController().signal);
  return {
    prices: prices.map((price) => `${price.cryptocurrency}/${price.currency} ${formatRate(price.rate)}`),
    refused,
  };
}

test('the price is the middle between bid and ask, exactly, under our names for the coins', async () => {
  const { prices, refused } = await fetched(source(), 'BTC/USD', 'ETH/EUR', 'USDT/USD', 'DAI/USD');
  assert.deepEqual(prices, ['BTC/USD 30300.05', 'ETH/EUR 1800.3', 'USDT/USD 1', 'DAI/USD 0.99']);
  assert.deepEqual(refused, []);
  assert.deepEqual(asked, ['XBTUSD,ETHEUR,USDTUSD,DAIUSD']);
});

test('a pair that is not traded spoils no other, and is not asked for again within the hour', async () => {
  const kraken = source();
  const expected = ['BTC/USD 30300.05', 'DAI/USD 0.99'];
  assert.deepEqual((await fetched(kraken, 'BTC/USD', 'NOPE/USD', 'ETH/JPY', 'DAI/USD')).prices, expected);
  asked.length = 0;
  assert.deepEqual((await fetched(kraken, 'BTC/USD', 'NOPE/USD', 'ETH/JPY', 'DAI/USD')).prices, expected);
  assert.deepEqual(asked, ['XBTUSD,DAIUSD']);
  time += 60 * 60 * 1000;
  asked.length = 0;
  await fetched(kraken, 'NOPE/USD');
  assert.deepEqual(asked, ['NOPEUSD']);
});

test('E11-no-price: what cannot be a price is refused, and the other pairs still have theirs', async () => {
  const bad: [unknown, unknown][] = [
    ['0', '0'],
    ['0.00000', '0.00000'],
    ['-1.0', '-1.0'],
    [null, null],
    [30300.1, 30300],
    ['1e5', '1e5'],
    ['NaN', 'NaN'],
    ['', ''],
    // Bid above ask, and a market without offers.
    ['30300.0', '30301.0'],
    ['40000.0', '30000.0'],
  ];
  for (const [ask, bid] of bad) {
    markets.XBTUSD = { key: 'XXBTZUSD', ticker: ticker(ask, bid) };
    const { prices, refused } = await fetched(source(), 'BTC/USD', 'DAI/USD');
    assert.deepEqual(prices, ['DAI/USD 0.99'], String(ask));
    assert.deepEqual(refused, ['BTC/USD']);
  }
  for (const broken of [{}, { a: '1', b: '1' }, { a: [], b: [] }, 'x', 7, []]) {
    markets.XBTUSD = { key: 'XXBTZUSD', ticker: broken };
    assert.deepEqual(await fetched(source(), 'BTC/USD'), { prices: [], refused: ['BTC/USD'] });
  }
});

test('E11-other-pair: a price under the name of another pair is nobody’s price', async () => {
  markets.XBTUSD = { key: 'XXBTZEUR', ticker: ticker('28000.0', '28000.0') };
  assert.deepEqual(await fetched(source(), 'BTC/USD'), { prices: [], refused: [] });
});

test('an answer that is no answer is a fault, in words', async () => {
  const table: [number, string, RegExp][] = [
    [200, '<html>Just a moment…</html>', /not JSON/],
    [200, 'null', /another shape/],
    [200, '{}', /another shape/],
    [200, '[]', /another shape/],
    [200, '{"error":[]}', /without a result/],
    [200, '{"error":[],"result":[1]}', /without a result/],
    [200, '{"error":["EGeneral:Too many requests"]}', /EGeneral:Too many requests/],
    [503, '', /status 503/],
    [302, '', /redirects to another address.*302/],
    [200, `{"error":[],"result":{"x":"${'y'.repeat(300_000)}"}}`, /larger than/],
  ];
  for (const [status, body, message] of table) {
    whole = { status, body };
    await assert.rejects(
      fetched(source(), 'BTC/USD'),
      (error) => error instanceof RateSourceFault && message.test(error.message),
      String(message),
    );
  }
});
