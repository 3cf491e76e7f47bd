// The words of payment links, the counter, mails and the page for keys in one language, ready for use.
import type { Messages } from '../../core/words/generated/messages.ts';
import { codeOfTag, type Language } from '../../core/words/language.ts';
import { type WordsOf, wordsOf } from '../../core/words/message.ts';
import { type ServiceTexts, serviceTexts } from './service-texts.ts';

export interface ServiceWords {
  readonly language: Language;
  readonly links: WordsOf<Messages['links']>;
  readonly counter: WordsOf<Messages['counter']>;
  readonly mails: WordsOf<Messages['mails']>;
  /** Null if the page is not offered in the language. */
  readonly authorize: WordsOf<Messages['authorize']> | null;
  /** The counter's compiled texts, for its page. */
  readonly counterTexts: ServiceTexts['counter'];
}

/** The languages of the service, in the order in which they are offered. */
export const serviceLanguages: readonly Language[] = serviceTexts;

/** Returns the language of a tag (RFC 5646), by its primary language subtag. Null if the service does not have it. */
export function findLanguage(tag: string): Language | null {
  const code = codeOfTag(tag);
  return serviceLanguages.find((language) => language.code === code) ?? null;
}

/** Returns the words of a language by its code, or English ones if the service does not have it. */
export function serviceWords(code: string): ServiceWords {
  const texts = serviceTexts.find((one) => one.code === code) ?? (serviceTexts[0] as ServiceTexts);
  const known = prepared.get(texts.code) ?? prepareWords(texts);
  prepared.set(texts.code, known);
  return known;
}

/** Prepares compiled texts, such as those of a language outside `serviceLanguages`. */
export function prepareWords(texts: ServiceTexts): ServiceWords {
  const { code, name, direction, links, counter, mails, authorize } = texts;
  return {
    language: { code, name, direction },
    links: wordsOf<Messages['links']>(code, links),
    counter: wordsOf<Messages['counter']>(code, counter),
    mails: wordsOf<Messages['mails']>(code, mails),
    authorize: Object.keys(authorize).length === 0 ? null : wordsOf<Messages['authorize']>(code, authorize),
    counterTexts: counter,
  };
}

/** By language code. Preparing a language costs more than rendering a page. */
const prepared = new Map<string, ServiceWords>();
