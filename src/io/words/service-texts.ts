// The compiled texts of payment links, the counter, mails and the page for keys in all languages. The build of the
// service replaces this file by its result. An instance therefore needs neither the locale files nor a parser.
import type { Language } from '../../core/words/language.ts';
import type { CompiledTexts } from '../../core/words/message.ts';
import { compileSection } from './compile-section.ts';
import { type Locale, readLocales, type SectionName } from './locale-file.ts';

export interface ServiceTexts extends Language {
  readonly links: CompiledTexts;
  readonly counter: CompiledTexts;
  readonly mails: CompiledTexts;
  /** Empty if the page is not offered in the language. */
  readonly authorize: CompiledTexts;
  /** The texts of the window that shows the checkout over a shop's page. */
  readonly modal: { readonly close: string; readonly payment: string };
}

/** Compiles the sections that the service renders. Throws Error if a message is invalid. */
export function compileServiceTexts(locale: Locale): ServiceTexts {
  const { code, name, direction, sections } = locale;
  const compiled = (section: SectionName) => compileSection(locale, section);
  return {
    code,
    name,
    direction,
    links: compiled('links'),
    counter: compiled('counter'),
    mails: compiled('mails'),
    authorize: compiled('authorize'),
    modal: { close: String(sections.embed.shopPage?.close), payment: String(sections.checkout.page?.untitled) },
  };
}

/** In the order in which languages are offered. */
export const serviceTexts: readonly ServiceTexts[] = readLocales().map(compileServiceTexts);
