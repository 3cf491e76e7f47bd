// The texts of the page's one language, which the server wrote into it.
import type { Texts } from '../words/texts.ts';
import { type Words, wordsOf } from '../words/words.ts';

/** Throws where the page carries none: then it is not a page of our server's. */
export function takeWords(page: Document): Words {
  const block = page.getElementById('words')?.textContent ?? '';
  return wordsOf(page.documentElement.lang, JSON.parse(block) as Texts);
}
