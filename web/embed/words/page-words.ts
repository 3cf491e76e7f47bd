// The language in which a shop's page shows a payment, and its texts.
import { codeOfTag, type Language } from '../../../src/core/words/language.ts';
import { type CompiledTexts, wordsOf } from '../../../src/core/words/message.ts';
import type { EmbedMessages, EmbedWords } from './embed-texts.ts';

export interface PageWords {
  /** As `<html lang>` has it. */
  readonly language: string;
  readonly direction: Language['direction'];
  readonly texts: EmbedWords;
}

export interface LanguageSigns {
  /** The language that the shop set; '' if it set none. */
  readonly asked: string;
  /** The language that the frame reports. */
  readonly framed: string | null;
  /** The language of the shop's page. */
  readonly page: string;
  /** The browser's preferred languages. */
  readonly preferred: readonly string[];
}

/**
 * Chosen as the checkout chooses its language, which knows more signs. The frame's language is used only if the
 * customer can be expected to read it. `languages` lists all, English first.
 */
export function chosenLanguage<L extends Pick<Language, 'code'>>(
  { asked, framed, page, preferred }: LanguageSigns,
  languages: readonly L[],
): L {
  const find = (tag: string) => languages.find(({ code }) => code === codeOfTag(tag)) ?? null;
  const readable = [asked, ...preferred, page].map(find);
  const followed = framed === null ? null : find(framed);
  if (followed !== null && readable.includes(followed)) return followed;
  return readable.find((language) => language !== null) ?? (languages[0] as L);
}

/** `texts` are the compiled texts of embed.js in that language. */
export function pageWords({ code, direction }: Language, texts: CompiledTexts): PageWords {
  return { language: code, direction, texts: wordsOf<EmbedMessages>(code, texts).shopPage };
}
