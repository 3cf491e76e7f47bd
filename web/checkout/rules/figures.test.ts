// Money is shown exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCoin } from '../../../test/rig/browser/sample-payment.ts';
import { approximateAmount, fiatText, isOfferedFor, isZero, lineTotal, paidPercent, stillDue } from './figures.ts';

test('a price is shown with all its decimals, however large it is', () => {
  assert.equal(fiatText('1234.50', 'USD', 'en'), '$1,234.50');
  assert.equal(fiatText('500', 'JPY', 'en'), '¥500');
  assert.equal(fiatText('90071992547409931.25', 'USD', 'en'), '$90,071,992,547,409,931.25');
  assert.equal(fiatText('3.10', 'not a code', 'en'), '3.10 not a code');
});

test('what is still due leaves out what is on its way, and is never below zero', () => {
  assert.equal(stillDue({ total: '129.00', paid: '50.00', pending: '29.00' }), '50.00');
  assert.equal(stillDue({ total: '129.00', paid: '130', pending: '0' }), '0.00');
  assert.ok(isZero('0.00') && isZero('0') && !isZero('0.01'));
});

test('a bar is full only when everything is there', () => {
  assert.deepEqual(paidPercent({ total: '100.00', paid: '99.99', pending: '0.00' }), { paid: 99, pending: 0 });
  assert.deepEqual(paidPercent({ total: '100.00', paid: '40.00', pending: '90.00' }), { paid: 40, pending: 60 });
});

test('an approximate amount is rounded up to four significant digits', () => {
  const coin = (price: number) => ({ ...sampleCoin, rates: { USD: price } });
  assert.equal(approximateAmount('129.00', 'USD', coin(2000)), '0.0645');
  assert.equal(approximateAmount('1.00', 'USD', coin(3)), '0.3334');
  assert.equal(approximateAmount('1000.00', 'USD', coin(0.0123)), '81301', 'whole coins are all said');
  assert.equal(approximateAmount('1.00', 'EUR', coin(3)), null);
  assert.equal(approximateAmount('1.00', 'USD', coin(1e-7)), null);
});

test('an order line is its price times its quantity', () => {
  for (const [price, quantity, total, wanted] of [
    ['19.99', 3, '60.00', '59.97'],
    ['6.67', 1.5, '10.00', '10.01'],
    ['3.333', 3, '9.99', '10.00'],
    ['-2.00', 1, '10.00', '-2.00'],
    ['-0.005', 1, '10.00', '-0.01'],
    ['333.4', 3, '1000', '1000'],
    ['no amount', 1, '10.00', null],
  ] as const) {
    assert.equal(lineTotal({ name: 'a', price, quantity }, total), wanted, price);
  }
});

test('an offer counts only within its bounds, both included, and where a wallet can send so little', () => {
  const bitcoin = { ...sampleCoin, rates: { USD: 100_000 } };
  const offer = { min: '0.00000294', min_total: null, max_total: null, cryptocurrency: bitcoin };
  const invoice = (total: string, paid = '0.00') => ({ total, paid, pending: '0.00', currency: 'USD' });
  for (const [what, terms, asked, isOffered] of [
    ['the least total', { min_total: '10.00', max_total: '100' }, invoice('10.00'), true],
    ['the greatest total', { max_total: '100' }, invoice('100.00'), true],
    ['below the least', { min_total: '10.01' }, invoice('10.00'), false],
    ['above the greatest', { max_total: '99.99' }, invoice('100.00'), false],
    ['an amount that no wallet sends', {}, invoice('0.29'), false],
    ['the least that wallets send', {}, invoice('0.30'), true],
    ['what is left after a part, which is raised', {}, invoice('5.00', '4.99'), true],
    ['no known rate', { cryptocurrency: { ...bitcoin, rates: {} } }, invoice('0.01'), true],
  ] as const)
    assert.equal(isOfferedFor({ ...offer, ...terms }, asked), isOffered, what);
});
