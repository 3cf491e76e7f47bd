// The texts of embed.js: whole in every language, and in one that the customer can read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageCodes } from '../../../src/core/words/languages.ts';
import { english, textsFiles, textsHashes, textsOf } from './embed-texts.ts';
import { chosenLanguage } from './page-words.ts';

test('every language has every text, in its own words, and a file under its hash', () => {
  for (const code of languageCodes) {
    const texts = textsOf(code);
    assert.deepEqual(Object.keys(texts), Object.keys(english), code);
    for (const [name, text] of Object.entries(texts)) {
      assert.equal(typeof text, 'string', `${code} ${name}`);
      if (code !== 'en' && !['more', 'payment', 'notShown'].includes(name) && text.length > 12)
        assert.notEqual(text, english[name as keyof typeof english], `${code} ${name}`);
    }
    if (code === 'en') continue;
    assert.equal(textsFiles[code]?.fileName, `embed/${code}-${textsHashes[code]}.json`);
    assert.deepEqual(JSON.parse(textsFiles[code]?.content ?? ''), texts);
  }
});

test('the shop decides the language, then the browser; the frame is followed to one that the customer reads', () => {
  const signs = { asked: '', framed: null, page: 'de', preferred: ['fr-CH', 'en'] };
  assert.equal(chosenLanguage(signs), 'fr');
  assert.equal(chosenLanguage({ ...signs, asked: 'ja' }), 'ja');
  assert.equal(chosenLanguage({ ...signs, framed: 'de' }), 'de');
  assert.equal(chosenLanguage({ ...signs, framed: 'ko' }), 'fr', 'nobody here asked for Korean');
  assert.equal(chosenLanguage({ ...signs, page: '', preferred: ['xx'] }), 'en');
});
