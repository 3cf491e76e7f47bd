// Codes contain only what every wallet reads correctly, and wallet links lead only to this page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walletLinks } from '../wallet-links.ts';
import { paymentCodes } from './payment-codes.ts';

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

test('a native coin is asked for with its amount, a token by its address alone unless the customer asks', () => {
  const coin = `ethereum:${to}@1?value=1`;
  assert.deepEqual(paymentCodes({ to, contract: null, payment_uri: coin }), {
    address: to,
    withAmount: coin,
    first: 'withAmount',
  });
  const token = `ethereum:${contract}@1/transfer?address=${to}&uint256=1`;
  assert.deepEqual(paymentCodes({ to, contract, payment_uri: token }), {
    address: to,
    withAmount: token,
    first: 'address',
  });
});

test('where no link names both address and amount, there is one code', () => {
  for (const payment_uri of [null, `tron:${to}`, `ethereum:${contract}@1?value=1`])
    assert.deepEqual(paymentCodes({ to, contract: null, payment_uri }), {
      address: to,
      withAmount: null,
      first: 'address',
    });
});

test('wallets’ links lead to this page, whatever is in its address', () => {
  const page = 'https://pay.shop.example/pay/1?lang=pt&x=a%20b';
  const [metaMask, trust, coinbase, okx] = walletLinks('eip1193', page).map(({ href }) => new URL(href));
  assert.equal(metaMask?.href, 'https://link.metamask.io/dapp/pay.shop.example/pay/1?lang=pt&x=a%20b');
  assert.equal(trust?.searchParams.get('url'), page);
  assert.equal(coinbase?.searchParams.get('cb_url'), page);
  assert.equal(new URL(okx?.searchParams.get('deeplink') ?? '').searchParams.get('dappUrl'), page);
  const [tronLink] = walletLinks('tronlink', page).map(({ href }) => new URL(href));
  assert.equal(JSON.parse(tronLink?.searchParams.get('param') ?? '').url, page);
  assert.deepEqual(walletLinks(null, page), []);
});
