// The texts of the page's one language: those that the server wrote into it, and the rest, which it says where to find.
import type { Language } from '../../../src/core/words/language.ts';
import { checkoutWords, type PageTexts, type Words } from '../words/words.ts';

let words: Words | null = null;

/** The same at each call. Throws where the page carries none: then it is not a page of our server's. */
export function takeWords(page: Document): Words {
  const block = page.getElementById('words')?.textContent ?? '';
  words ??= wordsIn(page, JSON.parse(block));
  return words;
}

/** Puts the texts that are missing into the same words. Rejects where they cannot be fetched. */
export async function completeWords(): Promise<void> {
  const block = document.getElementById('words');
  const rest = block?.dataset.rest;
  if (!block || rest === undefined) return;
  const answer = await fetch(rest, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${rest}: ${answer.status}`);
  Object.assign(takeWords(document), wordsIn(document, await answer.json()));
  delete block.dataset.rest;
}

function wordsIn({ documentElement: { lang, dir } }: Document, texts: PageTexts): Words {
  return checkoutWords({ code: lang, direction: dir as Language['direction'] }, texts);
}
