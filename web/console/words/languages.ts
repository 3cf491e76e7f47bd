// The languages of the console, and the one that this browser shows it in.
import { codeOfTag, type Language } from '../../../src/core/words/language.ts';
import { chosenLanguage } from '../browser/preferences.ts';

export interface OfferedLanguage extends Language {
  /** Name of the file with its texts, which is served where the scripts are. */
  readonly file: string;
}

/** Written by the build (vite.config.ts), English first. */
declare const CONSOLE_LANGUAGES: readonly OfferedLanguage[];

export const offeredLanguages = (): readonly OfferedLanguage[] => CONSOLE_LANGUAGES;

/**
 * The first language that is offered: the one that was chosen here (a code or null), then those that the browser
 * prefers (tags of RFC 5646), then English.
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

/** Remembers the language in this browser, and opens the page anew in it. */
export function chooseLanguage(code: string): void {
  chosenLanguage.set(code);
  window.location.reload();
}
