// The texts of the console: no text is left in its source, and the right language is chosen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { localeOf } from '../../../test/rig/words/locales.ts';
import { sourceOf, textsInSource } from '../../../test/rig/words/texts-in-source.ts';
import { consoleTexts } from './build.ts';
import { languageFor } from './languages.ts';

const english = localeOf('en');
/** Hebrew with the English texts of the console. */
const complete = { ...localeOf('he'), sections: { ...localeOf('he').sections, console: english.sections.console } };
const without = { ...localeOf('de'), sections: { ...localeOf('de').sections, console: {} } };

test('each language with the texts of the console has a file of its own, named after its content', () => {
  const texts = consoleTexts([english, without, complete]);
  assert.deepEqual(
    texts.map(({ language: { code, direction, file } }) => [
      code,
      direction,
      /^words-(?:en|he)-[0-9a-f]{8}\.json$/.test(file),
    ]),
    [
      ['en', 'ltr', true],
      ['he', 'rtl', true],
    ],
  );
  assert.notEqual(texts[0]?.language.file.slice(-13), texts[1]?.language.file.slice(-13));
  assert.equal(JSON.parse(texts[0]?.source ?? '').places.invoices, 'Invoices');
});

test('the language is the one chosen here, else the first that the browser prefers, else English', () => {
  const offered = [english, complete];
  for (const [chosen, preferred, wanted] of [
    ['he', ['en'], 'he'],
    ['de', ['iw-IL', 'en'], 'he'],
    [null, ['de-AT', 'he'], 'he'],
    [null, ['de', 'en-GB', 'he'], 'en'],
    [null, [], 'en'],
  ] as const)
    assert.equal(languageFor(offered, chosen, preferred).code, wanted);
});

/**
 * Strings that are no texts of the page, each with the reason. The names and effects of scopes are not searched: the
 * server draws its consent page with them, from src/core/scope-words.ts and src/core/effects.
 */
const noTexts: Readonly<Record<string, string>> = {
  'parts/problem-note.tsx: Must be a color': 'the beginning of an answer of the API',
  'parts/problem-note.tsx: Must be a currency code': 'the beginning of an answer of the API',
  'parts/problem-note.tsx: Must be a decimal': 'the beginning of an answer of the API',
  'screens/home/volume/sums.ts: The service answered an amount that is no decimal:': 'an assertion, for the log',
  'screens/integrations/integration-kinds.ts: Coinbase Commerce': 'a product',
  'screens/integrations/integration-kinds.ts: Drupal Commerce': 'a product',
  'screens/integrations/integration-kinds.ts: Store ID': 'the name of a field in the plugins',
  'screens/integrations/integration-kinds.ts: Webhook shared secret': 'the name of a field in the plugins',
  'screens/operator/settings/instance-forms.tsx: Shop <pay@shop.example>': 'an example of an address',
  'screens/tokens/app-token.tsx: qapp_…': 'the beginning of a token',
  'words/words.ts: English': 'the name of a language',
};

test('every text of the console is in the locale files', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const found = textsInSource(folder);
  assert.deepEqual([...new Set(found)].sort(), Object.keys(noTexts).sort());
});

test('the console draws every message of its section', () => {
  const source = sourceOf(fileURLToPath(new URL('..', import.meta.url)));
  const unused = Object.entries(english.sections.console).flatMap(([group, messages]) => {
    // Messages of other groups are looked up by a name that only the running page has.
    const isNamed = !new RegExp(`words\\.${group}\\b(?!\\s*\\.)|Words\\['${group}'\\]`).test(source);
    const isUsed = (name: string) => new RegExp(`words\\.${group}\\s*\\.${name}\\b`).test(source);
    return isNamed ? Object.keys(messages).filter((name) => !isUsed(name)) : [];
  });
  assert.deepEqual(unused, []);
});
