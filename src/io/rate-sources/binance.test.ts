// Binance's documented answers become prices, and all other answers give none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pricesOf, refusesAnswers, startSourceServer } from '../../../test/rig/prices/source-server.ts';
import { binanceSource } from './binance.ts';
import { operatorCall } from './operator-call.ts';

const server = await startSourceServer();
after(() => server.close());
const source = () => binanceSource({ get: operatorCall, baseUrl: server.url, now: () => 0 });

/** The format in developers.binance.com, Spot REST API, Symbol order book ticker. */
const markets: Record<string, [string, string]> = {
  BTCUSDT: ['30300.00000000', '30300.10000000'],
  BTCBRL: ['164000.00000000', '164100.00000000'],
  ETHUSDT: ['0.00000000', '0.00000000'],
};
const published = () => {
  server.answer = ({ url }) => {
    const names = JSON.parse(url.searchParams.get('symbols') ?? '[]') as string[];
    if (names.some((name) => markets[name] === undefined))
      return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
    const body = names.map((symbol) => {
      const [bidPrice, askPrice] = markets[symbol] as [string, string];
      return { symbol, bidPrice, bidQty: '1.00000000', askPrice, askQty: '1.00000000' };
    });
    return { body };
  };
};

test('the USDT markets give the dollar; a missing market affects no other and is left alone for an hour', async () => {
  published();
  const binance = source();
  const expected = { prices: ['BTC/USD 30300.05', 'BTC/BRL 164050'], refused: ['ETH/USD'] };
  const pairs = ['BTC/USD', 'BTC/BRL', 'NOPE/USD', 'ETH/USD', 'USDT/USD', 'USD/EUR'];
  assert.deepEqual(await pricesOf(binance, ...pairs), expected);
  server.asked.length = 0;
  assert.deepEqual(await pricesOf(binance, ...pairs), expected);
  assert.deepEqual(
    server.asked.map(({ url }) => url.searchParams.get('symbols')),
    ['["BTCUSDT","BTCBRL","ETHUSDT"]'],
  );
});

test('an answer that is no answer is a fault, in words', async () => {
  await refusesAnswers(server, source(), 'BTC/USD', [
    [200, '<html>', /not JSON/],
    [200, {}, /another shape/],
    [400, { code: -1100, msg: 'Illegal characters' }, /Illegal characters/],
    [451, '', /status 451/],
    [418, '', /status 418/],
    [429, '', /too many requests/],
  ]);
});
