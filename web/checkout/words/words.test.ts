// The texts of the checkout: sentences filled with texts or elements, and numbers in the style of the language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkoutTextsIn } from '../../../test/rig/words/locales.ts';
import { checkoutWords } from './words.ts';

const wordsIn = (code: string) => checkoutWords(...checkoutTextsIn(code));

test('a sentence is filled with texts, or with elements of the page', () => {
  const { awaiting } = wordsIn('de');
  assert.equal(awaiting.title({ amount: '0.05 ETH', network: 'Base' }), '0.05 ETH auf Base senden');
  const element = ['element'];
  assert.deepEqual(awaiting.title({ amount: element, network: 'Base' }), ['', element, ' auf ', 'Base', ' senden']);
});

test('right to left, each value keeps its own order, and an amount stays before its coin', () => {
  const words = wordsIn('ar');
  assert.equal(
    words.announced.awaiting({ amount: '0.05', coin: 'ETH' }),
    'في انتظار \u2066\u20680.05\u2069 \u2068ETH\u2069\u2069.',
  );
  assert.equal(words.receipt.items({ count: 2 }), 'منتجان');
  assert.equal(wordsIn('de').announced.awaiting({ amount: '0.05', coin: 'ETH' }), 'Warten auf 0.05 ETH.');
});

test('prices, spans of time and dates are written as the language writes them', () => {
  const german = wordsIn('de');
  assert.equal(german.money('1234.50', 'EUR'), '1.234,50\u00a0€');
  assert.equal(german.duration(36), '36 Sek.');
  assert.equal(german.duration(601), '11 Min.');
  assert.equal(wordsIn('ja').duration(7200), '2 時間');
  assert.equal(wordsIn('ar').money('49.90', 'USD'), '\u206649.90\u00a0US$\u2069');
  assert.match(wordsIn('fa').money('49.90', 'USD'), /۴۹٫۹۰/);
});
