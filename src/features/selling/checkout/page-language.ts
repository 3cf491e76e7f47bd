// Which language the checkout page is in: the one that is asked for in its address, was chosen before, or the browser
// prefers, as far as there is one.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOfTag, type Language } from '../../../core/words/language.ts';
import { preferredLanguage, type ReaderSigns, rememberedChoice } from '../../../io/http/browser/reader-language.ts';

/** The texts of one language, as the page's script and whoever draws the page on the server take them. */
export interface PageLanguage extends Language {
  /** Where the script finds all of the texts: a path of this origin. */
  readonly path: string;
  /** By group and name. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export type PageLanguages = ReadonlyMap<string, PageLanguage>;

/**
 * All languages that the page was built with; `publicPath` is that of PUBLIC_URL. Throws where English is not among
 * them.
 */
export async function readLanguages(distDirectory: string, publicPath = ''): Promise<PageLanguages> {
  const built = JSON.parse(await readFile(join(distDirectory, 'languages.json'), 'utf8')) as BuiltLanguage[];
  const read = built.map(async ({ file, ...language }): Promise<[string, PageLanguage]> => {
    const texts = JSON.parse(await readFile(join(distDirectory, file), 'utf8'));
    return [language.code, { ...language, path: `${publicPath}/${file}`, texts }];
  });
  const languages = new Map(await Promise.all(read));
  if (!languages.has(fallback)) throw new Error(`The checkout page was built without words: ${distDirectory}`);
  return languages;
}

/** An entry of languages.json. */
interface BuiltLanguage extends Language {
  /** With its texts, from the folder of the built page. */
  readonly file: string;
}

/**
 * The one of the reader's languages that comes first and that there is, by the language alone, whatever its region;
 * English otherwise.
 */
export function pageLanguage(languages: PageLanguages, signs: ReaderSigns): PageLanguage {
  const find = (tag: string) => languages.get(codeOfTag(tag)) ?? null;
  return preferredLanguage(find, signs) ?? (languages.get(fallback) as PageLanguage);
}

/** What keeps a choice made on the page, as a Set-Cookie header; null where there is none to keep. */
export function rememberedLanguage(languages: PageLanguages, asked: unknown, site: unknown): string | null {
  return rememberedChoice((code) => languages.has(code), asked, site);
}

const fallback = 'en';
