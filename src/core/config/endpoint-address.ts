// Which addresses an endpoint of a network may have: a node's, or those of servers that keep an index of scripts.
import type { FamilyFacts } from './family-facts.ts';

/** Schemes beside http and https, where `readsScriptIndexes` says so. */
export const scriptIndexSchemes = ['electrum+tcp:', 'electrum+tls:', 'esplora+http:', 'esplora+https:'] as const;

/**
 * What is wrong with these addresses, in a sentence without any of them, since they may hold secrets: `at` counts from
 * 0, and is null where it is about all of them. Null where nothing is.
 */
export function endpointRefusal(
  urls: readonly string[],
  { readsScriptIndexes }: Pick<FamilyFacts, 'readsScriptIndexes'>,
): { readonly at: number | null; readonly says: string } | null {
  const isFit = (url: string) => isHttpUrl(url) || (readsScriptIndexes === true && isScriptIndexUrl(url));
  const unfit = urls.findIndex((url) => !isFit(url));
  if (unfit >= 0) return { at: unfit, says: readsScriptIndexes === true ? anyOfThem : httpOnly };
  const twice = urls.findIndex((url, index) => urls.indexOf(url) < index);
  if (twice >= 0) return { at: null, says: `endpoint ${twice + 1} is there twice` };
  if (urls.some(isHttpUrl) && urls.some((url) => !isHttpUrl(url)))
    return { at: null, says: 'must be nodes, or Electrum and Esplora servers, never both' };
  return null;
}

const httpOnly = 'must be an http or https address';
const anyOfThem = `${httpOnly}, or like electrum+tls://host:port, electrum+tcp://host:port or esplora+https://host/api`;

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

/** The fingerprint of a pinned certificate is its SHA-256 in hex, with colons or without. */
function isScriptIndexUrl(text: string): boolean {
  if (/^esplora\+/i.test(text)) return isHttpUrl(text.slice('esplora+'.length));
  const parts = /^electrum\+(tcp|tls):\/\/[^\s/?#@]+:(\d{1,5})(\?fingerprint=sha256:(?:[0-9a-f]{2}:?){32})?$/i.exec(
    text,
  );
  if (parts === null || !URL.canParse(text)) return false;
  const [, transport = '', port = '', pinned] = parts;
  return Number(port) > 0 && Number(port) <= 65_535 && (pinned === undefined || transport.toLowerCase() === 'tls');
}
