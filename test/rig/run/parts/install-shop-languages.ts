// Makes sure that the languages of the shops that speak other dialects exist: installed ones, or Debian's through apt.

import type { Say } from './apt.ts';
import { installLanguages, remedyFor } from './install-languages.ts';

const languages = [
  { program: 'php', versionArgument: '-v', debianPackage: 'php-cli' },
  { program: 'python3', versionArgument: '--version', debianPackage: 'python3' },
];

/** Explains why a language is missing, and how to install all of them. */
export const shopLanguagesRemedy = remedyFor(languages);

/** Installs missing languages if permitted. Returns whether all are available. */
export function installShopLanguages(say: Say): Promise<boolean> {
  return installLanguages(languages, say);
}
