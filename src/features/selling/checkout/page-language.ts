// Chooses the language of the checkout page: from its address, an earlier choice or the browser, if the page has it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOfTag, type Language } from '../../../core/words/language.ts';
import { preferredLanguage, type ReaderSigns, rememberedChoice } from '../../../io/http/browser/reader-language.ts';

/** The texts of one language, for the page's script and for rendering on the server. */
export interface PageLanguage extends Language {
  /** The path of the full language file on this origin. */
  readonly path: string;
  readonly texts: Texts;
  /** The texts of the refund page, which no script needs. */
  readonly refund: Texts;
}

/** By group and name. */
type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type PageLanguages = ReadonlyMap<string, PageLanguage>;

/** Reads all languages of the built page. `publicPath` is the path of PUBLIC_URL. Throws if English is missing. */
export async function readLanguages(distDirectory: string, publicPath = ''): Promise<PageLanguages> {
  const built = JSON.parse(await readFile(join(distDirectory, 'languages.json'), 'utf8')) as BuiltLanguage[];
  const read = built.map(async ({ file, ...language }): Promise<[string, PageLanguage]> => {
    const texts = JSON.parse(await readFile(join(distDirectory, file), 'utf8'));
    return [language.code, { ...language, path: `${publicPath}/${file}`, texts }];
  });
  const languages = new Map(await Promise.all(read));
  if (!languages.has(fallback)) throw new Error(`The built checkout page has no English texts: ${distDirectory}`);
  return languages;
}

/** An entry of languages.json. */
interface BuiltLanguage extends Language {
  /** The file of its texts, relative to the folder of the built page. */
  readonly file: string;
  readonly refund: Texts;
}

/** Returns the first of the reader's languages that the page has, ignoring regions; English if there is none. */
export function pageLanguage(languages: PageLanguages, signs: ReaderSigns): PageLanguage {
  const find = (tag: string) => languages.get(codeOfTag(tag)) ?? null;
  return preferredLanguage(find, signs) ?? (languages.get(fallback) as PageLanguage);
}

/** Returns a Set-Cookie header that stores a choice made on the page; null if there is no choice to store. */
export function rememberedLanguage(languages: PageLanguages, asked: unknown, site: unknown): string | null {
  return rememberedChoice((code) => languages.has(code), asked, site);
}

const fallback = 'en';
