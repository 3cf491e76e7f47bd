// The languages of the page, each by the name that its readers call it, in the order in which they are offered.

/** By code, as `<html lang>` and Intl take it. */
export const languageNames = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  ru: 'Русский',
  uk: 'Українська',
  tr: 'Türkçe',
  ar: 'العربية',
  he: 'עברית',
  fa: 'فارسی',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  vi: 'Tiếng Việt',
  zh: '简体中文',
  ja: '日本語',
  ko: '한국어',
} as const;

export type LanguageCode = keyof typeof languageNames;

/** Whether it is read from right to left. */
export function isRightToLeft(language: string): boolean {
  return language === 'ar' || language === 'he' || language === 'fa';
}
