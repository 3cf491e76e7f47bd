// Which language the checkout page is in: the one that is asked for in its address, was chosen before, or the browser
// prefers, as far as there is one.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCookie } from '../../io/http/browser/cookies.ts';

/** The texts of one language, as the page's script and whoever draws the page on the server take them. */
export interface PageLanguage {
  /** As `<html lang>` has it. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  /** By group and name. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export type PageLanguages = ReadonlyMap<string, PageLanguage>;

/** What a request tells of its reader. */
export interface ReaderSigns {
  /** `lang` of the address, whatever it holds. */
  readonly asked: unknown;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** All languages that the page was built with. Throws where English is not among them. */
export async function readLanguages(distDirectory: string): Promise<PageLanguages> {
  const folder = join(distDirectory, 'words');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const read = files.map(async (file): Promise<[string, PageLanguage]> => {
    const code = file.slice(0, -'.json'.length);
    const direction = rightToLeft.has(code) ? 'rtl' : 'ltr';
    return [code, { code, direction, texts: JSON.parse(await readFile(join(folder, file), 'utf8')) }];
  });
  const languages = new Map(await Promise.all(read));
  if (!languages.has(fallback)) throw new Error(`The checkout page was built without words: ${folder}`);
  return languages;
}

/**
 * The address comes first, then what was chosen on the page before, then what the browser prefers (RFC 9110, 12.5.4),
 * by the language alone, whatever its region; English otherwise.
 */
export function pageLanguage(languages: PageLanguages, signs: ReaderSigns): PageLanguage {
  const preferred = [signs.asked, readCookie(signs.cookie, cookieName), ...acceptedLanguages(signs.acceptLanguage)];
  for (const tag of preferred) {
    const found = typeof tag === 'string' ? languages.get(languageIn(tag)) : undefined;
    if (found !== undefined) return found;
  }
  return languages.get(fallback) as PageLanguage;
}

/**
 * What keeps a choice, as a Set-Cookie header; null where there is none to keep. Only the page's own switch chooses: a
 * shop that asks for a language in its link must not decide for the next shop. It holds no secret.
 */
export function rememberedLanguage(languages: PageLanguages, asked: unknown, site: unknown): string | null {
  if (site !== 'same-origin' || typeof asked !== 'string' || !languages.has(asked)) return null;
  return `${cookieName}=${asked}; Max-Age=${365 * 86_400}; Path=/; HttpOnly; SameSite=Lax`;
}

const cookieName = 'lang';
const fallback = 'en';
const rightToLeft = new Set(['ar', 'fa', 'he']);
/** As browsers still send them, and as they are called now (RFC 5646, 2.2.1). */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id' };

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

/** 'zh-Hant-TW' is 'zh'. */
function languageIn(tag: string): string {
  const primary = (tag.split(/[-_]/, 1)[0] ?? '').toLowerCase();
  return renamed[primary] ?? primary;
}
