// Reads the files of locales/, one per language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../core/words/language.ts';

/** Messages in ICU MessageFormat, by group and name. */
export type Section = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The sections of each file, by the pages and mails that use them. */
export const sectionNames = [
  'checkout',
  'refund',
  'embed',
  'links',
  'counter',
  'mails',
  'console',
  'authorize',
] as const;

export type SectionName = (typeof sectionNames)[number];

/** A language may lack these sections, but only as a whole. Their pages are then not offered in it. */
const optionalSections: readonly SectionName[] = ['console', 'authorize'];

export interface Locale extends Language {
  /** English words, in lower case, that are also correct in this language. */
  readonly sharedWords: readonly string[];
  readonly sections: Readonly<Record<SectionName, Section>>;
}

/** Whether the pages of this section are offered in the language. */
export function hasSection({ sections }: Locale, section: SectionName): boolean {
  return !optionalSections.includes(section) || Object.keys(sections[section]).length > 0;
}

/** The folder with the files of this project. */
export const localesDirectory: string = fileURLToPath(new URL('../../../locales/', import.meta.url));

/** The language that all others are translated from. */
export const sourceLanguage = 'en';

/**
 * Reads each `<code>.json` of `directory`: the source language first, then by language name. Throws Error with the file
 * name if a file is invalid.
 */
export function readLocales(directory: string = localesDirectory): Locale[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const byName = new Intl.Collator('en');
  return files
    .map((name) => readLocale(directory, name))
    .sort((a, b) => rank(a) - rank(b) || byName.compare(a.name, b.name));
}

function rank({ code }: Locale): number {
  return code === sourceLanguage ? 0 : 1;
}

function readLocale(directory: string, fileName: string): Locale {
  const code = fileName.slice(0, -'.json'.length);
  const fail = (why: string) => new Error(`locales/${fileName}: ${why}`);
  if (!/^[a-z]{2,3}$/.test(code)) throw fail('the file is named after an ISO 639 code, such as de.json');
  let content: LocaleFile;
  try {
    content = JSON.parse(readFileSync(join(directory, fileName), 'utf8'));
  } catch (error) {
    throw fail((error as Error).message);
  }
  const { name, direction, sharedWords = [] } = content;
  if (typeof name !== 'string' || name === '') throw fail('"name" is missing');
  if (direction !== 'ltr' && direction !== 'rtl') throw fail('"direction" must be "ltr" or "rtl"');
  const sections = Object.fromEntries(sectionNames.map((section) => [section, content[section] ?? {}]));
  return { code, name, direction, sharedWords, sections: sections as Locale['sections'] };
}

interface LocaleFile extends Partial<Record<SectionName, Section>> {
  readonly name?: unknown;
  readonly direction?: unknown;
  readonly sharedWords?: readonly string[];
}
