// Checks the translations and writes the types of their messages: `npm run locales`. Arguments are the language codes
// to check; the default is all.
import { writeFileSync } from 'node:fs';
import { localeFaults, messagesOf, untranslated } from '../../src/io/words/locale-faults.ts';
import { type Locale, readLocales } from '../../src/io/words/locale-file.ts';
import { messageTypes } from '../../src/io/words/message-types.ts';

const typesFile = new URL('../../src/core/words/generated/messages.ts', import.meta.url);
const locales = readLocales();
const source = locales[0] as Locale;
const asked = process.argv.slice(2);
const unknown = asked.filter((code) => !locales.some((locale) => locale.code === code));
for (const code of unknown) process.stdout.write(`There is no locales/${code}.json.\n`);

let faults = unknown.length;
const checked = locales.filter(({ code }) => asked.length === 0 || asked.includes(code));
for (const locale of checked) faults += report(locale);
if (localeFaults(source, source).length === 0) writeFileSync(typesFile, messageTypes(source));
if (faults > 0) process.exitCode = 1;

/** Prints the faults of a locale, and returns how many there are. */
function report(locale: Locale): number {
  const wrong = localeFaults(locale, source);
  const left = locale === source ? new Map<string, string[]>() : untranslated(locale, source);
  const { code, name } = locale;
  const sizes = [`messages ${messagesOf(locale).size}`, `faults ${wrong.length}`, `untranslated ${left.size}`];
  process.stdout.write(`${code} ${name}: ${sizes.join(', ')}\n`);
  for (const fault of wrong) process.stdout.write(`  ${fault}\n`);
  for (const [key, words] of left) process.stdout.write(`  ${key}: English words: ${words.join(' ')}\n`);
  return wrong.length + left.size;
}
