// Makes sure that the languages of the API clients exist: installed ones, or Debian's through apt.
import type { Say } from './apt.ts';
import { installLanguages, remedyFor } from './install-languages.ts';

const languages = [
  { program: 'php', versionArgument: '-v', debianPackage: 'php-cli' },
  { program: 'python3', versionArgument: '--version', debianPackage: 'python3' },
  { program: 'go', versionArgument: 'version', debianPackage: 'golang-go' },
];

/** Explains why a language is missing, and how to install all of them. */
export const clientLanguagesRemedy = remedyFor(languages);

/** Installs missing languages if permitted. Returns whether all are available. */
export function installClientLanguages(say: Say): Promise<boolean> {
  return installLanguages(languages, say);
}
