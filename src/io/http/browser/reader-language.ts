// Which language a reader is spoken to in: the one that the address asks for, was chosen before, or the browser
// prefers.
import { readCookie } from './cookies.ts';

/** What a request tells of its reader. */
export interface ReaderSigns {
  /** `lang` of the address, whatever it holds. */
  readonly asked: unknown;
  readonly cookie: string | undefined;
  /** What somebody else says of the reader: the shop of its customer. */
  readonly told?: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/**
 * The first of the reader's languages that `find` knows: the address comes first, then what was chosen on a page, then
 * what is told of the reader, then what the browser prefers (RFC 9110, 12.5.4). null where it knows none.
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
 * What keeps a choice, as a Set-Cookie header; null where there is none to keep. Only a page's own switch chooses: a
 * shop that asks for a language in its link must not decide for the next shop. It holds no secret.
 */
export function rememberedChoice(has: (code: string) => boolean, asked: unknown, site: unknown): string | null {
  if (site !== 'same-origin' || typeof asked !== 'string' || !has(asked)) return null;
  return `${cookieName}=${asked}; Max-Age=${365 * 86_400}; Path=/; HttpOnly; SameSite=Lax`;
}

const cookieName = 'lang';

/** Tags by falling weight. Nobody is owed more than the first twenty. */
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
