// Every file in locales/ translates all English messages, with the language's own plural forms.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Currency, currencyOf } from '../../core/money/currency.ts';
import { readEntered } from '../../core/money/entered-amount.ts';
import { amountRemedy } from '../../core/words/amount-remedy.ts';
import { checkedLocales } from './checked-locales.ts';
import { localeFaults, messagesOf, untranslated } from './locale-faults.ts';
import { type Locale, localesDirectory, readLocales, type Section } from './locale-file.ts';
import { messageTypes } from './message-types.ts';
import { compileServiceTexts } from './service-texts.ts';
import { prepareWords } from './service-words.ts';

const locales = readLocales();
const english = locales[0] as Locale;
const localeOf = (code: string) => locales.find((locale) => locale.code === code) as Locale;

test('every language has every message with the same places, all its plural forms, valid ICU and no HTML', () => {
  assert.ok(messagesOf(english).size > 300);
  for (const locale of locales) assert.deepEqual(localeFaults(locale, english), [], locale.code);
});

test('no word is left in English but names and the words that a language shares with it', () => {
  for (const locale of locales.slice(1)) assert.deepEqual(untranslated(locale, english), new Map(), locale.code);
});

test('words that a language shares with English are words that it uses', () => {
  for (const locale of locales.slice(1)) {
    const used = new Set([...untranslated({ ...locale, sharedWords: [] }, english).values()].flat());
    assert.deepEqual(
      locale.sharedWords.filter((word) => !used.has(word)),
      [],
      locale.code,
    );
  }
});

test('English comes first, then the languages by their names, each with a name of its own', () => {
  const names = locales.map(({ name }) => name);
  assert.equal(names[0], 'English');
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(names.slice(1), names.slice(1).sort(new Intl.Collator('en').compare));
});

test('the types of the messages are those of locales/en.json', () => {
  const written = readFileSync(new URL('../../core/words/generated/messages.ts', import.meta.url), 'utf8');
  assert.equal(written, messageTypes(english), 'run `npm run locales`');
});

test('notes for translators are about messages that there are', () => {
  const file = readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8');
  const { notes } = JSON.parse(file) as { readonly notes: Readonly<Record<string, string>> };
  const known = messagesOf(english);
  assert.deepEqual(
    Object.keys(notes).filter((key) => !known.has(key)),
    [],
  );
});

test('the console may lack a language as a whole, but not in part', () => {
  const german = localeOf('de');
  const withConsole = (section: Section) => ({ ...german, sections: { ...german.sections, console: section } });
  assert.deepEqual(localeFaults(withConsole({}), english), []);
  const faults = localeFaults(withConsole({ places: { home: 'Start' } }), english);
  assert.ok(faults.includes('console.places.invoices: the message is missing'));
  assert.ok(faults.includes('console.layout.settings: the message is missing'));
});

test('a fault of a translation is named with its message', () => {
  const german = localeOf('de');
  const faultsOf = (items: unknown) => {
    const receipt = { ...german.sections.checkout.receipt, items };
    const sections = { ...german.sections, checkout: { ...german.sections.checkout, receipt } };
    return localeFaults({ ...german, sections } as Locale, english);
  };
  for (const [items, why] of [
    [undefined, 'the message is empty'],
    ['{count, plural, one {# Artikel}}', 'not valid ICU MessageFormat: MISSING_OTHER_CLAUSE'],
    ['{count} Artikel', 'this message needs {count, plural, …}'],
    ['{count, plural, other {# Artikel}}', 'the plural form "one" is missing'],
    ['{count, plural, one {#} few {#} other {#}}', 'de has no plural form "few"'],
    ['{count, plural, one {ein Artikel} other {Artikel}}', '{count} is missing'],
    ['{count, plural, one {#} other {# {coin}}}', '{coin} is not filled here'],
    ['{count, plural, one {#} other {<b>#</b>}}', 'a message must not contain HTML'],
  ] as const)
    assert.deepEqual(faultsOf(items), [`checkout.receipt.items: ${why}`]);
  const { mails: _mails, ...others } = german.sections;
  const withoutMails = localeFaults({ ...german, sections: { ...others, mails: {} } }, english);
  assert.ok(withoutMails.includes('mails.receipt.subject: the message is missing'));
});

test('no build carries a language with a fault, or a file that is no locale', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'locales-'));
  await cp(localesDirectory, folder, { recursive: true });
  assert.deepEqual(checkedLocales(folder), locales);
  for (const [name, content, why] of [
    [
      'sv.json',
      '{ "name": "Svenska", "direction": "ltr" }',
      /sv\.json: checkout\.page\.untitled: the message is missing/,
    ],
    ['sv.json', '{ "name": "Svenska" }', /sv\.json: "direction" must be/],
    ['sv.json', '{', /sv\.json: .*JSON/],
    ['sv-SE.json', '{}', /sv-SE\.json: the file is named after/],
  ] as const) {
    await writeFile(join(folder, name), content);
    assert.throws(() => checkedLocales(folder), why);
    await rm(join(folder, name));
  }
  await rm(folder, { recursive: true });
});

test('an example of an amount can be typed as it is shown, in every language', () => {
  for (const locale of locales) {
    const { amount } = prepareWords(compileServiceTexts(locale)).links;
    for (const [code, wanted] of [
      ['USD', 1250n],
      ['JPY', 1200n],
    ] as const) {
      const currency = currencyOf(code) as Currency;
      const remedy = amountRemedy('not_a_number', currency, amount, locale.code);
      const example = /\d[\d.,]*\d/.exec(remedy)?.[0] ?? '';
      assert.equal(readEntered(example, currency), wanted, remedy);
    }
  }
});
