// Chooses the language of a page: by the URL, an earlier choice, or the browser's preference.
import { readCookie } from './cookies.ts';

/** The hints that a request gives about its reader's language. */
export interface ReaderSigns {
  /** The URL's `lang` parameter, unvalidated. */
  readonly asked: unknown;
  readonly cookie: string | undefined;
  /** The language that the shop states for its customer. */
  readonly told?: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/**
 * Returns the first of the reader's languages that `find` knows, or null. The order is: the URL, the choice made on a
 * page, the shop's statement, and the browser's preference (RFC 9110, 12.5.4).
 */
export function preferredLanguage<T>(find: (tag: string) => T | null, signs: ReaderSigns): T | null {
  const { asked, cookie, told, acceptLanguage } = signs;
  const preferred = [asked, readCookie(cookie, cookieName), told, ...acceptedLanguages(acceptLanguage)];
  for (const tag of preferred) {
    const found = typeof tag === 'string' ? find(tag) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns a Set-Cookie header that stores the choice, or null if there is none to store. Only the page's own switch is
 * stored, so that the language in one shop's link does not apply in the next shop. The cookie contains no secret.
 */
export function rememberedChoice(has: (code: string) => boolean, asked: unknown, site: unknown): string | null {
  if (site !== 'same-origin' || typeof asked !== 'string' || !has(asked)) return null;
  return `${cookieName}=${asked}; Max-Age=${365 * 86_400}; Path=/; HttpOnly; SameSite=Lax`;
}

const cookieName = 'lang';

/** Returns the tags by descending weight. Only the first twenty count. */
function acceptedLanguages(header: string | undefined): readonly string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',', 20)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      const weight = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='));
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
