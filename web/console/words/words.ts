// The texts of the console in the reader's language. They are set once, before anything is drawn; another language
// reloads the page. So texts are read while a component is drawn, never while its file is loaded.
import type { ReactNode } from 'react';
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import type { Language } from '../../../src/core/words/language.ts';
import { type CompiledTexts, type WordsOf, wordsOf } from '../../../src/core/words/message.ts';

/** Messages as strings, or as functions of their places. */
export type Words = WordsOf<Messages['console'], ReactNode>;

export let words: Words;

export let language: Language = { code: 'en', name: 'English', direction: 'ltr' };

/** Sets the language of the page and its compiled messages. */
export function setWords(chosen: Language, texts: CompiledTexts): void {
  language = chosen;
  words = wordsOf<Messages['console'], ReactNode>(chosen.code, texts);
}
