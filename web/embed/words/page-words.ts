// Which language a shop's page speaks of a payment in.
import { fill } from '../../../src/core/words/fill.ts';
import { directionOf, type LanguageCode, languageOf } from '../../../src/core/words/languages.ts';
import type { EmbedTexts } from './embed-texts.ts';

export interface PageWords {
  readonly language: LanguageCode;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: EmbedTexts;
  /** A text with its places filled. */
  say(name: keyof EmbedTexts, places?: Readonly<Record<string, string>>): string;
}

export interface LanguageSigns {
  /** As the shop asks for it; '' where it does not. */
  readonly asked: string;
  /** As the frame reports it. */
  readonly framed: string | null;
  /** The language of the shop's page. */
  readonly page: string;
  /** As the browser prefers them. */
  readonly preferred: readonly string[];
}

/**
 * As the checkout chooses its language, which knows more signs. The frame is followed only to a language that the
 * customer can be expected to read.
 */
export function chosenLanguage({ asked, framed, page, preferred }: LanguageSigns): LanguageCode {
  const readable = [asked, ...preferred, page].map((tag) => languageOf(tag));
  const followed = framed === null ? null : languageOf(framed);
  if (followed !== null && readable.includes(followed)) return followed;
  return readable.find((code) => code !== null) ?? 'en';
}

export function pageWords(language: LanguageCode, texts: EmbedTexts): PageWords {
  return {
    ...{ language, texts, direction: directionOf(language) },
    say: (name, places = {}) => fill(texts[name], places, language),
  };
}
