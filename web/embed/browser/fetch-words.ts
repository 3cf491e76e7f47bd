// Fetches the texts of a language, and accepts them only if they match the hash that was built into this script.
import type { Language } from '../../../src/core/words/language.ts';
import type { CompiledTexts } from '../../../src/core/words/message.ts';
import { base64url } from '../rules/jws.ts';
import { base } from '../script-origin.ts';
import { english, languages, textsHashes } from '../words/built-texts.ts';
import { type PageWords, pageWords } from '../words/page-words.ts';

const patienceMillis = 4_000;
const fetched = new Map<string, Promise<PageWords>>();

/** The texts that are part of the script. */
export const englishWords: PageWords = pageWords(languages[0] as Language, english);

/** In English where the texts cannot be had. */
export function wordsIn(language: Language): Promise<PageWords> {
  const known = fetched.get(language.code) ?? fetchWords(language).catch(() => englishWords);
  fetched.set(language.code, known);
  return known;
}

async function fetchWords(language: Language): Promise<PageWords> {
  const { code } = language;
  const hash = textsHashes[code];
  if (hash === undefined) return englishWords;
  const signal = AbortSignal.timeout(patienceMillis);
  const answer = await fetch(`${base}embed/${code}-${hash}.json`, { credentials: 'omit', signal });
  const content = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  if (base64url(digest.subarray(0, 16)) !== hash) throw new Error(`not the texts of ${code}`);
  return pageWords(language, JSON.parse(new TextDecoder().decode(content)) as CompiledTexts);
}
