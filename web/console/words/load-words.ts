// Loads the texts of one language before the page is drawn.
import type { CompiledTexts } from '../../../src/core/words/message.ts';
import { chosenLanguage } from '../browser/preferences.ts';
import { languageFor, offeredLanguages } from './languages.ts';
import { setWords } from './words.ts';

const firstWaitMillis = 500;
const longestWaitMillis = 8000;

/** Sets the texts, and the language and direction of the document. Retries until the service answers. */
export async function loadWords(): Promise<void> {
  const chosen = languageFor(offeredLanguages(), chosenLanguage.get(), navigator.languages);
  setWords(chosen, await readTexts(new URL(chosen.file, import.meta.url)));
  document.documentElement.lang = chosen.code;
  document.documentElement.dir = chosen.direction;
}

async function readTexts(url: URL): Promise<CompiledTexts> {
  for (let wait = firstWaitMillis; ; wait = Math.min(wait * 2, longestWaitMillis)) {
    const texts = await fetch(url)
      .then((response) => (response.ok ? (response.json() as Promise<CompiledTexts>) : null))
      .catch(() => null);
    if (texts !== null) return texts;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
