// The locale files and their compiled texts, for tests.
import type { Language } from '../../../src/core/words/language.ts';
import type { CompiledTexts } from '../../../src/core/words/message.ts';
import { compileSection } from '../../../src/io/words/compile-section.ts';
import { type Locale, readLocales } from '../../../src/io/words/locale-file.ts';
import { textsOf } from '../../../web/embed/words/build.ts';
import type { EmbedWords } from '../../../web/embed/words/embed-texts.ts';
import { pageWords } from '../../../web/embed/words/page-words.ts';

const locales = readLocales();

/** All languages of the project, in their displayed order. */
export const languages: readonly Language[] = locales;

/** Throws an Error if no file exists for the code. */
export function localeOf(code: string): Locale {
  const locale = locales.find((one) => one.code === code);
  if (locale === undefined) throw new Error(`There is no locales/${code}.json`);
  return locale;
}

/** The arguments of `checkoutWords`. That function belongs to the page and is not loaded here. */
export function checkoutTextsIn(code: string): [locale: Locale, texts: CompiledTexts] {
  const locale = localeOf(code);
  return [locale, compileSection(locale, 'checkout')];
}

export function embedWordsIn(code: string): EmbedWords {
  const locale = localeOf(code);
  return pageWords(locale, textsOf(locale)).texts;
}

/** The arguments of `setWords` of the console. */
export function consoleTextsIn(code: string): [locale: Locale, texts: CompiledTexts] {
  const locale = localeOf(code);
  return [locale, compileSection(locale, 'console')];
}
