// The cost of sending is shown in fiat if its price is known, and never more exactly than it is known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fiatText } from '../rules/figures.ts';
import { transferFeeText } from './transfer-fee.ts';

const fees = { coin: '0.000042', token: '0.00013' };
const place = (
  transfer_fees: { coin: string | null; token: string | null } | null,
  contract: string | null = '0x1',
) => ({
  contract,
  network: { transfer_fees, native_coin: 'ETH' },
});
const terms = (price?: number, currency = 'USD', digits = 2) => ({
  price,
  digits,
  money: (amount: string) => fiatText(amount, currency, 'en'),
});

test('the fee of a token, or of the coin itself, is said in fiat at the price of the coin that it is paid in', () => {
  assert.equal(transferFeeText(place(fees), terms(2000)), '≈ $0.26');
  assert.equal(transferFeeText(place(fees, null), terms(2000)), '≈ $0.08');
  assert.equal(transferFeeText(place(fees), terms(300_000, 'JPY', 0)), '≈ ¥39');
});

test('a fee of less than the least amount of the currency is said to be less than that', () => {
  assert.equal(transferFeeText(place(fees), terms(50)), '< $0.01');
  assert.equal(transferFeeText(place({ coin: '0', token: '0' }), terms(2000)), '< $0.01');
  assert.equal(transferFeeText(place(fees), terms(2000, 'JPY', 0)), '< ¥1');
});

test('without a price the fee is said in its coin, and of an unknown fee nothing is said', () => {
  assert.equal(transferFeeText(place(fees), terms()), '≈ 0.00013 ETH');
  assert.equal(transferFeeText(place({ coin: '0.00004219', token: null }, null), terms()), '≈ 0.000043 ETH');
  assert.equal(transferFeeText(place({ coin: '0.00004219', token: null }), terms(2000)), null);
  assert.equal(transferFeeText(place(null), terms(2000)), null);
});
