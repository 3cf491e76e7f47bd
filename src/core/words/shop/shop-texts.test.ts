// Links, the counter and mails say in every language what they say in English, in its own words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Currency, currencyOf } from '../../money/currency.ts';
import { readEntered } from '../../money/entered-amount.ts';
import { amountRemedy } from '../amount-remedy.ts';
import { fill } from '../fill.ts';
import { type LanguageCode, languageCodes, languageName, languageOf } from '../languages.ts';
import { priceText } from '../price-text.ts';
import { shopTexts } from './all-texts.ts';

/** What shops, wallets and exchanges call these things in that language, and words that are only spelled alike. */
const shared: { readonly [code in LanguageCode]?: string } = {
  de: 'app code coins hash link minute moment shop slug test was',
  es: 'hash slug total',
  fr: 'code confirmations console hash minute minutes moment page part point service slug test total transaction',
  id: 'hash slug',
  it: 'app console hash link slug zero',
  nl: 'app camera code console link over scan slug test was',
  pl: 'hash link slug test zero',
  pt: 'console for hash link slug total zero',
  tr: 'hash',
  vi: 'slug',
};

const others = languageCodes.filter((code) => code !== 'en');
const english = entriesOf('en');

test('no text is left out, and none has other places to fill than in English', () => {
  assert.equal(others.length, 19);
  for (const code of others) {
    const said = new Map(entriesOf(code));
    assert.deepEqual([...said.keys()].sort(), english.map(([name]) => name).sort(), code);
    for (const [name, text] of english)
      assert.deepEqual(placesIn(said.get(name) ?? ''), placesIn(text), `${code} ${name}`);
  }
});

test('no word is left in English but names and words that the language shares with it', () => {
  const vocabulary = new Set(english.flatMap(([, text]) => latinWords(text)));
  const left = others.map((code) => [
    code,
    entriesOf(code)
      .flatMap(([, text]) => latinWords(text))
      .filter((word) => vocabulary.has(word) && !(shared[code] ?? '').split(' ').includes(word)),
  ]);
  assert.deepEqual(
    left.filter(([, words]) => words?.length !== 0),
    [],
  );
});

test('what is not written in Latin letters has none', () => {
  for (const code of ['ru', 'uk', 'ar', 'he', 'fa', 'hi', 'zh', 'ja', 'ko'] as const) {
    const left = entriesOf(code).flatMap(([, text]) => latinWords(text));
    assert.deepEqual(left, [], code);
  }
});

test('an example of an amount can be typed as it is shown, in every language', () => {
  for (const language of languageCodes)
    for (const [code, wanted] of [
      ['USD', 1250n],
      ['JPY', 1200n],
    ] as const) {
      const currency = currencyOf(code) as Currency;
      const said = amountRemedy('not_a_number', currency, shopTexts[language].amount, language);
      const example = /\d[\d.,]*\d/.exec(said)?.[0] ?? '';
      assert.equal(readEntered(example, currency), wanted, said);
    }
});

test('places are filled, and right to left an amount keeps its order and stays before its coin', () => {
  const said = (language: LanguageCode) =>
    fill(shopTexts[language].counter.coinCode, { amount: '0.05', coin: 'ETH' }, language);
  assert.equal(said('en'), 'Payment code for 0.05 ETH');
  assert.equal(said('ar'), 'رمز دفع \u2066\u20680.05\u2069 \u2068ETH\u2069\u2069');
  assert.equal(fill('{count} of {other}', { count: 12_345 }, 'de'), '12.345 of {other}');
});

test('prices are written as the language writes them, with all their digits', () => {
  for (const [amount, currency, language, wanted] of [
    ['1234.50', 'USD', 'en', '$1,234.50'],
    ['1234.50', 'EUR', 'de', '1.234,50\u00a0€'],
    ['1200', 'JPY', 'ja', '￥1,200'],
    ['49.90', 'USD', 'ar', '\u206649.90\u00a0US$\u2069'],
    ['999999999999999999.99', 'USD', 'en', '$999,999,999,999,999,999.99'],
  ] as const)
    assert.equal(priceText(amount, currency, language), wanted);
});

test('a tag leads to its language whatever else it says, and each language has its own name', () => {
  const tags = ['de-AT', 'zh-Hant-TW', 'iw', 'PT_br', 'tlh', ''];
  assert.deepEqual(tags.map(languageOf), ['de', 'zh', 'he', 'pt', null, null]);
  const names = languageCodes.map(languageName);
  assert.equal(new Set(names).size, 20);
  assert.deepEqual([names[0], names[3], names.at(-3), names.at(-2)], ['English', 'Français', '简体中文', '日本語']);
});

function entriesOf(code: LanguageCode): [name: string, text: string][] {
  return Object.entries(shopTexts[code]).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${group}.${name}`, text]),
  );
}

function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{([a-z]+)\}/g)].map(([, place]) => place as string).sort();
}

/** Words of at least three Latin letters, places left out. */
function latinWords(text: string): readonly string[] {
  const plain = text.replaceAll(/\{[a-z]+\}/g, ' ').toLowerCase();
  return (plain.match(/\p{Letter}+/gu) ?? []).filter((word) => /^[a-z]{3,}$/.test(word));
}
