// Messages, prices and languages as customers read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOfTag } from './language.ts';
import { wordsOf } from './message.ts';
import { priceText } from './price-text.ts';

interface Samples {
  readonly group: { readonly plain: never; readonly items: 'count'; readonly pair: 'x' | 'y' };
}

const samples = {
  group: {
    plain: 'nothing to fill',
    items: { one: '{count} pozycja', few: '{count} pozycje', many: '{count} pozycji', other: '{count} pozycji' },
    pair: '{x} of {y}',
  },
};

test('a message without places is a text, and a count chooses the plural form and is written for the reader', () => {
  const { group } = wordsOf<Samples>('pl', samples);
  assert.equal(group.plain, 'nothing to fill');
  assert.equal(group.items({ count: 1 }), '1 pozycja');
  assert.equal(group.items({ count: 3 }), '3 pozycje');
  assert.equal(group.items({ count: 12_345 }), '12\u00a0345 pozycji');
  assert.equal(wordsOf<Samples>('de', samples).group.pair({ x: 12_345, y: '{x}' }), '12.345 of {x}');
});

test('a message that is filled with an element gives its pieces', () => {
  const { group } = wordsOf<Samples, { readonly tag: string }>('en', samples);
  assert.deepEqual(group.pair({ x: 1, y: { tag: 'b' } }), ['', '1', ' of ', { tag: 'b' }, '']);
});

test('prices are written as the language writes them, with all their digits', () => {
  const directions: Readonly<Record<string, 'ltr' | 'rtl'>> = { ar: 'rtl' };
  for (const [amount, currency, code, wanted] of [
    ['1234.50', 'USD', 'en', '$1,234.50'],
    ['1234.50', 'EUR', 'de', '1.234,50\u00a0€'],
    ['1200', 'JPY', 'ja', '￥1,200'],
    ['49.90', 'USD', 'ar', '\u206649.90\u00a0US$\u2069'],
    ['999999999999999999.99', 'USD', 'en', '$999,999,999,999,999,999.99'],
  ] as const)
    assert.equal(priceText(amount, currency, { code, direction: directions[code] ?? 'ltr' }), wanted);
});

test('a tag leads to its language, whatever region or script it names', () => {
  const tags = ['de-AT', 'zh-Hant-TW', 'iw', 'PT_br', 'tlh', ''];
  assert.deepEqual(tags.map(codeOfTag), ['de', 'zh', 'he', 'pt', 'tlh', '']);
});
