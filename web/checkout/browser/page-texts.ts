// The texts of the page in its one language: some are written into the page by the server; the page names the URL of
// the rest.
import type { Language } from '../../../src/core/words/language.ts';
import { checkoutWords, type PageTexts, type Words } from '../words/words.ts';

let words: Words | null = null;

/** Returns the same object at each call. Throws if the page carries no texts: it is then not a page of this service. */
export function takeWords(page: Document): Words {
  const block = page.getElementById('words')?.textContent ?? '';
  words ??= wordsIn(page, JSON.parse(block));
  return words;
}

/** Adds the missing texts to the same object. Rejects if they cannot be fetched. */
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
