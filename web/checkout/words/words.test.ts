// Every language says everything that English says, in its own words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from './en.ts';
import { type LanguageCode, languageNames } from './language-names.ts';
import { languages } from './languages.ts';
import { isShared } from './loan-words.ts';
import type { PluralForms, Texts } from './texts.ts';
import { wordsOf } from './words.ts';

type Text = string | PluralForms;

const english: Texts = en;
const others = (Object.keys(languageNames) as LanguageCode[]).filter((code) => code !== 'en');
const names = Object.entries(english).flatMap(([group, texts]) =>
  Object.keys(texts).map((name): [group: string, name: string] => [group, name]),
);

test('twenty languages have every text of the page, and no other', () => {
  assert.equal(others.length, 19);
  for (const code of others) {
    const has = Object.entries(languages[code]).flatMap(([group, texts]) =>
      Object.keys(texts).map((name) => `${group}.${name}`),
    );
    assert.deepEqual(has.sort(), names.map((name) => name.join('.')).sort(), code);
  }
});

test('no place to fill is lost or added in a translation', () => {
  for (const [code, group, name, text] of translated())
    for (const form of formsOf(text)) {
      const wanted = placesIn(formsOf(english[group]?.[name] as Text).at(-1) ?? '');
      // A form for one or two may say the number in letters.
      const free = typeof text === 'string' || form === text.other ? [] : ['count'];
      const less = wanted.filter((place) => !free.includes(place));
      const found = placesIn(form);
      assert.ok(same(found, wanted) || same(found, less), `${code} ${group}.${name}: ${form}`);
    }
});

test('every kind of plural that a language counts with is there', () => {
  for (const [code, group, name, text] of translated()) {
    if (typeof text === 'string') {
      assert.equal(typeof english[group]?.[name], 'string', `${code} ${group}.${name}`);
      continue;
    }
    const rules = new Intl.PluralRules(code);
    const needed = new Set(['other', ...Array.from({ length: 1000 }, (_, count) => rules.select(count))]);
    assert.deepEqual(Object.keys(text).sort(), [...needed].sort(), `${code} ${group}.${name}`);
  }
});

test('no word is left in English but names and loan words', () => {
  const vocabulary = new Set(names.flatMap(([group, name]) => wordsIn(english[group]?.[name] as Text)));
  const left = new Map<string, Set<string>>();
  for (const [code, , , text] of translated())
    for (const word of wordsIn(text)) {
      if (!vocabulary.has(word) || isShared(word, code)) continue;
      left.set(code, (left.get(code) ?? new Set()).add(word));
    }
  assert.deepEqual(Object.fromEntries([...left].map(([code, words]) => [code, [...words].join(' ')])), {});
});

test('a sentence that is written without Latin letters has none but those of names', () => {
  for (const code of ['ru', 'uk', 'ar', 'he', 'fa', 'hi', 'zh', 'ja', 'ko'] as const) {
    const left = translated().flatMap(([one, , , text]) => (one === code ? wordsIn(text) : []));
    assert.deepEqual(
      [...new Set(left)].filter((word) => word !== 'txid'),
      [],
      code,
    );
  }
});

test('places are filled with texts, numbers and elements, and counts choose the form', () => {
  const words = wordsOf('pl', {
    receipt: { items: languages.pl.receipt?.items as PluralForms },
    a: { b: '{x} z {y}' },
  });
  assert.equal(words.receipt.items({ count: 1 }), '1 pozycja');
  assert.equal(words.receipt.items({ count: 3 }), '3 pozycje');
  assert.equal(words.receipt.items({ count: 12_345 }), '12\u00a0345 pozycji');
  const { b } = (words as unknown as { a: { b: (places: object) => unknown } }).a;
  assert.deepEqual(b({ x: 1, y: ['element'] }), ['', '1', ' z ', ['element'], '']);
});

test('right to left, what is filled in keeps its own order, and an amount stays before its coin', () => {
  const words = wordsOf('ar', languages.ar);
  assert.equal(
    words.announced.awaiting({ amount: '0.05', coin: 'ETH' }),
    'في انتظار \u2066\u20680.05\u2069 \u2068ETH\u2069\u2069.',
  );
  assert.equal(words.receipt.items({ count: 2 }), 'منتجان');
  assert.equal(wordsOf('de', languages.de).announced.awaiting({ amount: '0.05', coin: 'ETH' }), 'Warten auf 0.05 ETH.');
});

test('prices, spans of time and dates are written as the language writes them', () => {
  const german = wordsOf('de', languages.de);
  assert.equal(german.money('1234.50', 'EUR'), '1.234,50\u00a0€');
  assert.equal(german.duration(36), '36 Sek.');
  assert.equal(german.duration(601), '11 Min.');
  assert.equal(wordsOf('ja', languages.ja).duration(7200), '2 時間');
  assert.equal(wordsOf('ar', languages.ar).money('49.90', 'USD'), '\u206649.90\u00a0US$\u2069');
  assert.match(wordsOf('fa', languages.fa).money('49.90', 'USD'), /۴۹٫۹۰/);
});

function translated(): [LanguageCode, group: string, name: string, Text][] {
  return others.flatMap((code) =>
    Object.entries(languages[code]).flatMap(([group, texts]) =>
      Object.entries(texts).map(([name, text]): [LanguageCode, string, string, Text] => [code, group, name, text]),
    ),
  );
}

/** The form for `other` is the last one. */
function formsOf(text: Text): readonly string[] {
  if (typeof text === 'string') return [text];
  const { other, ...rest } = text;
  return [...Object.values(rest), other];
}

function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, place]) => place as string).sort();
}

/** Words of at least three Latin letters, places left out. */
function wordsIn(text: Text): readonly string[] {
  return formsOf(text).flatMap((form) => {
    const plain = form.replaceAll(/\{[a-zA-Z]+\}/g, ' ').toLowerCase();
    return (plain.match(/\p{Letter}+/gu) ?? []).filter((word) => /^[a-z]{3,}$/.test(word));
  });
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}
