// Which language the checkout page is in: the one that is asked for in its address, was chosen before, or the browser
// prefers, as far as there is one.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { directionOf, languageOf } from '../../core/words/languages.ts';
import { preferredLanguage, type ReaderSigns, rememberedChoice } from '../../io/http/browser/reader-language.ts';

/** The texts of one language, as the page's script and whoever draws the page on the server take them. */
export interface PageLanguage {
  /** As `<html lang>` has it. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
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
  const folder = join(distDirectory, 'assets/checkout');
  const files = (await readdir(folder)).map((name) => /^words-([a-z]+)-[0-9a-f]+\.json$/.exec(name) ?? []);
  const read = files.flatMap(([file, code]) =>
    file && code ? [readTexts(folder, code, `${publicPath}/assets/checkout/${file}`)] : [],
  );
  const languages = new Map(await Promise.all(read));
  if (!languages.has(fallback)) throw new Error(`The checkout page was built without words: ${folder}`);
  return languages;
}

async function readTexts(folder: string, code: string, path: string): Promise<[string, PageLanguage]> {
  const texts = JSON.parse(await readFile(join(folder, basename(path)), 'utf8'));
  return [code, { code, direction: directionOf(code), path, texts }];
}

/**
 * The one of the reader's languages that comes first and that there is, by the language alone, whatever its region;
 * English otherwise.
 */
export function pageLanguage(languages: PageLanguages, signs: ReaderSigns): PageLanguage {
  const find = (tag: string) => languages.get(languageOf(tag) ?? '') ?? null;
  return preferredLanguage(find, signs) ?? (languages.get(fallback) as PageLanguage);
}

/** What keeps a choice made on the page, as a Set-Cookie header; null where there is none to keep. */
export function rememberedLanguage(languages: PageLanguages, asked: unknown, site: unknown): string | null {
  return rememberedChoice((code) => languages.has(code), asked, site);
}

const fallback = 'en';
