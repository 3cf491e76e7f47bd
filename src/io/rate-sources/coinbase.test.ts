// Coinbase's documented answers become prices, and all other answers give none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pricesOf, refusesAnswers, startSourceServer } from '../../../test/rig/prices/source-server.ts';
import { coinbaseSource } from './coinbase.ts';
import { operatorCall } from './operator-call.ts';

const server = await startSourceServer();
after(() => server.close());
const source = () => coinbaseSource({ get: operatorCall, baseUrl: server.url });

/** The format in docs.cdp.coinbase.com, Data API, Get Exchange Rates. */
const rates: Record<string, Record<string, unknown>> = {
  USD: { USD: '1.0', EUR: '0.92', KWD: '0.306625', BTC: '0.0000330', XAU: '0.0004' },
  BTC: { USD: '30300.05', EUR: '27876.046', KWD: '9290.75', BTC: '1' },
  ETH: { USD: '2000.1234567890123456789', EUR: 'NaN' },
};
const published = () => {
  server.answer = ({ url }) => {
    const currency = url.searchParams.get('currency') ?? '';
    const known = rates[currency];
    if (known === undefined)
      return { status: 400, body: { errors: [{ id: 'invalid_request', message: 'Invalid currency' }] } };
    return { body: { data: { currency, rates: known } } };
  };
};

test('each coin is priced as it is said, and the dollar in every currency of ISO 4217 that comes with it', async () => {
  published();
  const coinbase = source();
  assert.deepEqual(await pricesOf(coinbase, 'BTC/USD', 'BTC/EUR', 'ETH/USD', 'ETH/EUR', 'NOPE/USD', 'USD/EUR'), {
    prices: [
      'USD/EUR 0.92',
      'USD/KWD 0.306625',
      'BTC/USD 30300.05',
      'BTC/EUR 27876.046',
      'ETH/USD 2000.12345678901235',
    ],
    refused: ['ETH/EUR'],
  });
  assert.deepEqual(coinbase.dollarIn, ['EUR', 'KWD']);
});

test('an answer that is no answer is a fault, in words', async () => {
  await refusesAnswers(server, source(), 'BTC/USD', [
    [200, '<html>', /not JSON/],
    [200, {}, /another shape/],
    [200, { data: { currency: 'USD' } }, /another shape/],
    [200, { data: { currency: 'EUR', rates: { USD: '1.1' } } }, /another currency/],
    [200, { errors: [] }, /does not know the dollar/],
    [429, '', /too many requests/],
    [503, '', /status 503/],
    [302, '', /redirects to another address.*302/],
    [200, `"${'y'.repeat(300_000)}"`, /larger than/],
  ]);
});
