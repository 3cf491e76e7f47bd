// Payment links contain exact amounts in coins, to the last of their eight decimals (C16).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utxoParams } from './params.ts';
import { utxoPaymentUri } from './payment-uri.ts';

const address = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W';

test('C16-exact-amount: amounts are decimals of coins, all eight of them, whatever their size', () => {
  const amounts: [bigint, string][] = [
    [2_030_000_000n, '20.30000000'],
    [5_000_000_000n, '50.00000000'],
    [1n, '0.00000001'],
    [123_456_789n, '1.23456789'],
    // Beyond the precision of a floating-point number.
    [9_007_199_254_740_993n, '90071992.54740993'],
    [14_000_000_000_000_000_001n, '140000000000.00000001'],
  ];
  for (const [units, coins] of amounts)
    assert.equal(utxoPaymentUri(address, units, utxoParams('bitcoin')), `bitcoin:${address}?amount=${coins}`);
});

test('a payment of the payer’s choice has no amount, and each coin has a scheme of its own', () => {
  assert.equal(utxoPaymentUri(address, null, utxoParams('bitcoin-regtest')), `bitcoin:${address}`);
  assert.equal(
    utxoPaymentUri('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 1n, utxoParams('litecoin')).split(':')[0],
    'litecoin',
  );
  assert.equal(utxoPaymentUri('D', 1n, utxoParams('dogecoin')), 'dogecoin:D?amount=0.00000001');
});
