// Bitstamp's documented answer becomes prices, and all other answers give none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pricesOf, refusesAnswers, startSourceServer } from '../../../test/rig/prices/source-server.ts';
import { bitstampSource } from './bitstamp.ts';
import { operatorCall } from './operator-call.ts';

const server = await startSourceServer();
after(() => server.close());
const source = () => bitstampSource({ get: operatorCall, baseUrl: server.url });

/** The format in bitstamp.net/api, Ticker, all currency pairs. */
function market(pair: string, bid: unknown, ask: unknown) {
  return {
    timestamp: '1795000000',
    open: '1',
    high: '1',
    low: '1',
    last: '1',
    volume: '1',
    vwap: '1',
    bid,
    ask,
    side: '0',
    open_24: '1',
    percent_change_24: '0.1',
    pair,
  };
}

test('one answer has every market, and the dollar in euro is the euro turned round', async () => {
  const body = [
    market('BTC/USD', '30300.0', '30300.1'),
    market('EUR/USD', '1.2500', '1.2500'),
    market('ETH/USD', '9', '8'),
  ];
  server.answer = ({ url }) => (url.pathname === '/api/v2/ticker/' ? { body } : { status: 404, body: '' });
  assert.deepEqual(await pricesOf(source(), 'BTC/USD', 'ETH/USD', 'NOPE/USD', 'USD/EUR', 'USD/GBP'), {
    prices: ['BTC/USD 30300.05', 'USD/EUR 0.8'],
    refused: ['ETH/USD'],
  });
  assert.equal(server.asked.length, 1);
});

test('what cannot be a price is refused', async () => {
  for (const [bid, ask] of [
    ['0', '0'],
    [1, 1],
    ['1e3', '1e3'],
    ['-1', '1'],
    [null, null],
    ['90', '100'],
  ]) {
    server.answer = () => ({ body: [market('BTC/USD', bid, ask), null, 7] });
    assert.deepEqual(await pricesOf(source(), 'BTC/USD'), { prices: [], refused: ['BTC/USD'] });
  }
});

test('an answer that is no answer is a fault, in words', async () => {
  await refusesAnswers(server, source(), 'BTC/USD', [
    [200, '<html>', /not JSON/],
    [200, { error: 'x' }, /another shape/],
    [403, '', /status 403/],
    [429, '', /too many requests/],
  ]);
});
