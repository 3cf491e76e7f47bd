// Offers are grouped by coin, and the last used offer comes first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeName } from '../../../src/core/words/exchange-names.ts';
import { sampleCoin, sampleNetwork } from '../../../test/rig/browser/sample-payment.ts';
import type { Offer } from '../rules/payment-objects.ts';
import { offerGroups, offerKey } from './offer-groups.ts';

const offers = ['USDT ethereum', 'BTC bitcoin', 'USDT tron', 'ETH ethereum'].map((key) => {
  const [symbol, network] = key.split(' ') as [string, string];
  return {
    id: key,
    cryptocurrency: { ...sampleCoin, symbol },
    network: { ...sampleNetwork, symbol: network },
  } as Offer;
});

function keys(lastKey: string | null): string[][] {
  return offerGroups(offers, lastKey).map((group) => group.offers.map(offerKey));
}

test('a coin stands once, with its networks, in the merchant’s order', () => {
  assert.deepEqual(keys(null), [['USDT ethereum', 'USDT tron'], ['BTC bitcoin'], ['ETH ethereum']]);
  assert.deepEqual(keys('DOGE dogecoin'), keys(null), 'what is not offered any more changes nothing');
});

test('the last coin comes first, on its last network', () => {
  assert.deepEqual(keys('USDT tron')[0], ['USDT tron', 'USDT ethereum']);
  assert.deepEqual(keys('ETH ethereum'), [['ETH ethereum'], ['USDT ethereum', 'USDT tron'], ['BTC bitcoin']]);
});

test('a network is called what exchanges call it, and a test network what it is called here', () => {
  assert.equal(exchangeName({ symbol: 'bsc', name: 'BNB Smart Chain' }), 'BNB Smart Chain (BEP20)');
  assert.equal(exchangeName({ symbol: 'tron', name: 'Tron network' }), 'Tron (TRC20)');
  assert.equal(exchangeName({ symbol: 'sepolia', name: 'Sepolia' }), 'Sepolia');
});
