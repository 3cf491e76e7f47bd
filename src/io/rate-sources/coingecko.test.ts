// CoinGecko's documented answer becomes exact prices, with and without a key.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pricesOf, refusesAnswers, startSourceServer } from '../../../test/rig/prices/source-server.ts';
import type { RateKeys } from '../../core/config/config-rates.ts';
import { coingeckoSource } from './coingecko.ts';
import { operatorCall } from './operator-call.ts';

const server = await startSourceServer();
after(() => server.close());
const now = 1_795_000_000_000;
const source = (keys: RateKeys = {}) =>
  coingeckoSource({ get: operatorCall, baseUrl: server.url, now: () => now, keys });
const fresh = `"last_updated_at":${now / 1000 - 60}`;

/** The format in docs.coingecko.com, Coin Price by IDs, with precision=full. */
test('each number is read as it was written, and the dollar in a currency is what bitcoin says', async () => {
  const bitcoin = `{"usd":30300.123456789012,"kwd":9090.0370370367036,${fresh}}`;
  const ethereum = `{"usd":2e3,"kwd":0,${fresh}}`;
  server.answer = () => ({ body: `{"bitcoin":${bitcoin},"ethereum":${ethereum}}` });
  assert.deepEqual(await pricesOf(source(), 'BTC/USD', 'ETH/USD', 'ETH/KWD', 'USDT/USD', 'NOPE/USD', 'USD/KWD'), {
    prices: ['BTC/USD 30300.123456789012', 'ETH/USD 2000', 'USD/KWD 0.3'],
    refused: ['ETH/KWD'],
  });
  const query = server.asked[0]?.url.searchParams;
  assert.equal(query?.get('ids'), 'bitcoin,ethereum,tether');
  assert.equal(query?.get('vs_currencies'), 'usd,kwd');
});

test('a price that CoinGecko has not renewed for a quarter of an hour is none', async () => {
  server.answer = () => ({ body: `{"bitcoin":{"usd":30300,"last_updated_at":${now / 1000 - 901}}}` });
  assert.deepEqual(await pricesOf(source(), 'BTC/USD'), { prices: [], refused: ['BTC/USD'] });
  server.answer = () => ({ body: '{"bitcoin":{"usd":30300}}' });
  assert.deepEqual(await pricesOf(source(), 'BTC/USD'), { prices: [], refused: ['BTC/USD'] });
});

test('a key goes where its plan takes it, and is asked with more often', async () => {
  server.answer = () => ({ body: '{}' });
  const headersWith = async (keys: RateKeys) => {
    server.asked.length = 0;
    await pricesOf(source(keys), 'BTC/USD');
    const { headers } = server.asked[0] ?? assert.fail();
    return [headers['x-cg-demo-api-key'], headers['x-cg-pro-api-key']];
  };
  assert.deepEqual(await headersWith({}), [undefined, undefined]);
  assert.deepEqual(await headersWith({ coingecko: 'CG-demo' }), ['CG-demo', undefined]);
  assert.deepEqual(await headersWith({ coingecko_pro: 'CG-pro' }), [undefined, 'CG-pro']);
  assert.ok((source().everyMs ?? 0) > (source({ coingecko: 'x' }).everyMs ?? 0));
});

test('an answer that is no answer is a fault, in words', async () => {
  await refusesAnswers(server, source(), 'BTC/USD', [
    [200, '<html>', /not JSON/],
    [200, [], /another shape/],
    [200, { bitcoin: 7 }, /another shape/],
    [401, { status: { error_code: 10_002 } }, /status 401/],
    [429, { status: { error_code: 429 } }, /too many requests/],
  ]);
});
