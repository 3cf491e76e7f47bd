// embed.js has its texts in every language, and chooses one that the customer can read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLocales } from '../../../src/io/words/locale-file.ts';
import { embedTexts, textsOf } from './build.ts';
import { chosenLanguage } from './page-words.ts';

const locales = readLocales();

test('every language but English has a file under its hash, with all texts of the script', () => {
  const { inScript, files } = embedTexts(locales);
  const names = Object.keys(inScript.english.shopPage ?? {});
  assert.ok(names.includes('payment') && names.includes('onlyHere'));
  assert.deepEqual(
    inScript.languages.map(({ code }) => code),
    locales.map(({ code }) => code),
  );
  for (const locale of locales) {
    const texts = textsOf(locale);
    assert.deepEqual(Object.keys(texts.shopPage ?? {}), names, locale.code);
    for (const [name, text] of Object.entries(texts.shopPage ?? {}))
      assert.equal(typeof text, 'string', `${locale.code} ${name}`);
    if (locale.code === 'en') continue;
    const file = files[locale.code];
    assert.equal(file?.fileName, `embed/${locale.code}-${inScript.textsHashes[locale.code]}.json`);
    assert.deepEqual(JSON.parse(file?.source ?? ''), texts);
  }
});

test('the shop decides the language, then the browser; the frame is followed to one that the customer reads', () => {
  const chosen = (signs: Parameters<typeof chosenLanguage>[0]) => chosenLanguage(signs, locales).code;
  const signs = { asked: '', framed: null, page: 'de', preferred: ['fr-CH', 'en'] };
  assert.equal(chosen(signs), 'fr');
  assert.equal(chosen({ ...signs, asked: 'ja' }), 'ja');
  assert.equal(chosen({ ...signs, framed: 'de' }), 'de');
  assert.equal(chosen({ ...signs, framed: 'ko' }), 'fr', 'no sign of the customer names Korean');
  assert.equal(chosen({ ...signs, page: '', preferred: ['xx'] }), 'en');
});
