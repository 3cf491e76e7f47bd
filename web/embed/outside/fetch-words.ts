// Fetches the texts of a language, and takes them only under the hash that this script was built with.
import type { LanguageCode } from '../../../src/core/words/languages.ts';
import { base64url } from '../rules/jws.ts';
import { base } from '../where-from.ts';
import { type EmbedTexts, english, textsHashes } from '../words/embed-texts.ts';
import { type PageWords, pageWords } from '../words/page-words.ts';

const patienceMillis = 4_000;
const fetched = new Map<LanguageCode, Promise<PageWords>>();

/** In English where the texts cannot be had. */
export function wordsIn(language: LanguageCode): Promise<PageWords> {
  const known = fetched.get(language) ?? fetchWords(language).catch(() => pageWords('en', english));
  fetched.set(language, known);
  return known;
}

async function fetchWords(language: LanguageCode): Promise<PageWords> {
  const hash = textsHashes[language];
  if (hash === undefined) return pageWords('en', english);
  const signal = AbortSignal.timeout(patienceMillis);
  const answer = await fetch(`${base}embed/${language}-${hash}.json`, { credentials: 'omit', signal });
  const content = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  if (base64url(digest.subarray(0, 16)) !== hash) throw new Error(`not the texts of ${language}`);
  return pageWords(language, JSON.parse(new TextDecoder().decode(content)) as EmbedTexts);
}
