// The compiled texts of payment links, the counter and mails in all languages. The build of the service replaces this
// file by its result. An instance therefore needs neither the locale files nor a parser.
import type { Language } from '../../core/words/language.ts';
import type { CompiledTexts } from '../../core/words/message.ts';
import { compileSection } from './compile-section.ts';
import { type Locale, readLocales } from './locale-file.ts';

export interface ServiceTexts extends Language {
  readonly links: CompiledTexts;
  readonly counter: CompiledTexts;
  readonly mails: CompiledTexts;
}

/** Compiles the sections that the service renders. Throws Error if a message is invalid. */
export function compileServiceTexts(locale: Locale): ServiceTexts {
  const { code, name, direction } = locale;
  const [links, counter, mails] = (['links', 'counter', 'mails'] as const).map((section) =>
    compileSection(locale, section),
  ) as [CompiledTexts, CompiledTexts, CompiledTexts];
  return { code, name, direction, links, counter, mails };
}

/** In the order in which languages are offered. */
export const serviceTexts: readonly ServiceTexts[] = readLocales().map(compileServiceTexts);
