// The languages of the console, and the choice among them.
import { codeOfTag, type Language } from '../../../src/core/words/language.ts';
import { chosenLanguage } from '../browser/preferences.ts';

export interface OfferedLanguage extends Language {
  /** The name of the file with its texts, served next to the scripts. */
  readonly file: string;
}

/** Written by the build (vite.config.ts), English first. */
declare const CONSOLE_LANGUAGES: readonly OfferedLanguage[];

export const offeredLanguages = (): readonly OfferedLanguage[] => CONSOLE_LANGUAGES;

/**
 * The first of these that is offered: the selected language (a code or null), the browser's preferred languages (tags
 * of RFC 5646), English.
 */
export function languageFor<T extends Language>(
  offered: readonly T[],
  chosen: string | null,
  preferred: readonly string[],
): T {
  const wanted = [...(chosen === null ? [] : [chosen]), ...preferred].map(codeOfTag);
  const code = wanted.find((one) => offered.some((language) => language.code === one));
  return offered.find((language) => language.code === code) ?? (offered[0] as T);
}

/** Remembers the language in this browser and reloads the page. */
export function chooseLanguage(code: string): void {
  chosenLanguage.set(code);
  window.location.reload();
}
