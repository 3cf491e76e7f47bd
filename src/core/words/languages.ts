// The languages that customers are spoken to in, and how each is read.

/** In the order in which they are offered. */
export const languageCodes = [
  ...(['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'pl', 'ru', 'uk'] as const),
  ...(['tr', 'ar', 'he', 'fa', 'hi', 'id', 'vi', 'zh', 'ja', 'ko'] as const),
];

export type LanguageCode = (typeof languageCodes)[number];

/** The language of a tag (RFC 5646) that may say more, such as a region; null where it is none of ours. */
export function languageOf(tag: string): LanguageCode | null {
  const primary = (tag.trim().split(/[-_]/, 1)[0] ?? '').toLowerCase();
  const code = renamed[primary] ?? primary;
  return (languageCodes as readonly string[]).includes(code) ? (code as LanguageCode) : null;
}

/** As browsers still send them, and as they are called now (RFC 5646, 2.2.1). */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id' };

export function directionOf(language: string): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' || language === 'fa' ? 'rtl' : 'ltr';
}

/** What its readers call it: 'Deutsch'. */
export function languageName(code: LanguageCode): string {
  // What is written as Chinese here is Chinese in simplified characters.
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code === 'zh' ? 'zh-Hans' : code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
