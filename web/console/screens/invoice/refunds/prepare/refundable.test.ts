// The form of a refund offers exactly what the service accepts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCoin, sampleNetwork, sampleTransaction } from '../../../../../../test/rig/browser/sample-payment.ts';
import { coinsFor, paidCoins, refundable } from './refundable.ts';

const refund = (status: 'ready' | 'sent' | 'canceled', fiat_value: string, refunded = '0.00') => ({
  status,
  fiat_value,
  refunded,
});

test('what is left is what was paid, less all refunds that are not canceled', () => {
  for (const [paid, refunds, left, excess] of [
    ['65.00', [], '65.00', '15.00'],
    ['50.00', [], '50.00', null],
    ['0.00', [], null, null],
    ['65.00', [refund('ready', '15.00')], '50.00', null],
    ['65.00', [refund('ready', '10.00')], '55.00', '5.00'],
    ['65.00', [refund('canceled', '65.00')], '65.00', '15.00'],
    ['65.00', [refund('sent', '15.00', '13.50')], '51.50', '1.50'],
    ['65.00', [refund('sent', '65.00', '65.00')], null, null],
  ] as const)
    assert.deepEqual(refundable({ paid, total: '50.00' }, refunds), { left, excess }, `${paid} ${refunds.length}`);
});

test('coins are listed once, the largest payment first, and payments that did not succeed are left out', () => {
  const usdt = { ...sampleCoin, symbol: 'USDT' };
  const paid = { ...sampleTransaction, status: 'success' as const };
  const coins = paidCoins(
    [
      { ...paid, received_amount: '0.01', rate: '2000' },
      { ...paid, cryptocurrency: usdt, received_amount: '30', rate: '1' },
      { ...paid, received_amount: '0.001', rate: '2100' },
      { ...paid, cryptocurrency: usdt, network: { ...sampleNetwork, symbol: 'other' }, status: 'rejected' },
    ],
    2,
  );
  assert.deepEqual(
    coins.map(({ key, rate }) => [key, rate]),
    [
      ['USDT local', '1'],
      ['ETH local', '2000'],
    ],
  );
});

test('the coins of a value are rounded down, as the service does', () => {
  assert.equal(coinsFor('15.00', '2000', 18), '0.0075');
  assert.equal(coinsFor('10.00', '3', 6), '3.333333');
  assert.equal(coinsFor('ten', '3', 6), null);
});
