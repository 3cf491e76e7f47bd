// The addresses that an endpoint of a network may have: URLs of nodes, or of servers that keep an index of scripts.
import type { FamilyFacts } from './family-facts.ts';

/** Schemes that are accepted in addition to http and https if `readsScriptIndexes` is set. */
export const scriptIndexSchemes = ['electrum+tcp:', 'electrum+tls:', 'esplora+http:', 'esplora+https:'] as const;

/**
 * The mistake in these addresses, as a sentence that repeats none of them, since they may hold secrets. `at` counts
 * from 0 and is null if the mistake concerns all of them. Returns null for valid addresses.
 */
export function endpointRefusal(
  urls: readonly string[],
  { readsScriptIndexes }: Pick<FamilyFacts, 'readsScriptIndexes'>,
): { readonly at: number | null; readonly says: string } | null {
  const isFit = (url: string) => isHttpUrl(url) || (readsScriptIndexes === true && isScriptIndexUrl(url));
  const unfit = urls.findIndex((url) => !isFit(url));
  const badPassword = urls.findIndex((url) => passwordRefusal(url) !== null);
  if (badPassword >= 0) return { at: badPassword, says: encodePassword };
  if (unfit >= 0) return { at: unfit, says: readsScriptIndexes === true ? anyOfThem : httpOnly };
  const twice = urls.findIndex((url, index) => urls.indexOf(url) < index);
  if (twice >= 0) return { at: null, says: `endpoint ${twice + 1} is there twice` };
  if (urls.some(isHttpUrl) && urls.some((url) => !isHttpUrl(url)))
    return { at: null, says: 'must be nodes, or Electrum and Esplora servers, never both' };
  return null;
}

const httpOnly = 'must be an http or https address';
const anyOfThem = `${httpOnly}, or like electrum+tls://host:port, electrum+tcp://host:port or esplora+https://host/api`;

/** The refusal of a password that is not percent-encoded. */
export const encodePassword = [
  'its user name and password must be percent-encoded:',
  '% is %25, @ is %40, : is %3A, / is %2F, ? is %3F, # is %23, and a comma is %2C',
].join(' ');

/**
 * Checks the user name and password of a URL (RFC 3986, 3.2.1) and returns a refusal that does not repeat them, or null
 * if they are well-formed. A raw `/`, `?` or `#` in a password ends the host early, so the `@` comes after it.
 */
export function passwordRefusal(url: string): string | null {
  const [, authority = '', rest = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  const isDecodable = isPercentEncoded(authority.slice(0, Math.max(0, authority.lastIndexOf('@'))));
  if (!isDecodable) return encodePassword;
  if (!rest.includes('@')) return null;
  const [host = '', port = null] = authority.slice(authority.lastIndexOf('@') + 1).split(/:(?=[^\]]*$)/);
  if (port !== null && !/^\d{0,5}$/.test(port)) return encodePassword;
  // A user name with a password of digits looks like a host and its port. Hosts of the network usually have a dot.
  const isBareWord = port !== null && /^[^.[\]]+$/.test(host) && host !== 'localhost';
  const isHostNext = /@(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)+|localhost|[\w-]+:\d+)(?:[:/?].*)?$/i.test(rest);
  return isBareWord && isHostNext ? encodePassword : null;
}

function isPercentEncoded(text: string): boolean {
  if (/\s/.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

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
