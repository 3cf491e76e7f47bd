// Makes sure that the languages of the guides' webhook receivers exist: installed ones, or Debian's through apt.
import type { Say } from './apt.ts';
import { installLanguages, remedyFor } from './install-languages.ts';

const languages = [
  { program: 'php-cgi', versionArgument: '-v', debianPackage: 'php-cgi' },
  { program: 'python3', versionArgument: '--version', debianPackage: 'python3' },
  { program: 'ruby', versionArgument: '--version', debianPackage: 'ruby' },
  { program: 'go', versionArgument: 'version', debianPackage: 'golang-go' },
];

/** Explains why a language is missing, and how to install all of them. */
export const receiverLanguagesRemedy = remedyFor(languages);

/** Installs missing languages if permitted. Returns whether all are available. */
export function installReceiverLanguages(say: Say): Promise<boolean> {
  return installLanguages(languages, say);
}
