// Makes sure that the languages of the guides' webhook receivers exist: installed ones, or Debian's through apt.
import { spawnSync } from 'node:child_process';
import { installPackage, isDebianFamily, isRoot, type Say } from './apt.ts';

interface Language {
  /** Its name on the PATH. */
  readonly program: string;
  readonly versionArgument: string;
  readonly debianPackage: string;
}

const languages: readonly Language[] = [
  { program: 'php-cgi', versionArgument: '-v', debianPackage: 'php-cgi' },
  { program: 'python3', versionArgument: '--version', debianPackage: 'python3' },
  { program: 'ruby', versionArgument: '--version', debianPackage: 'ruby' },
  { program: 'go', versionArgument: 'version', debianPackage: 'golang-go' },
];

/** Explains why a language is missing, and how to install all of them. */
export const receiverLanguagesRemedy = `install them (Debian: apt-get install ${languages
  .map(({ debianPackage }) => debianPackage)
  .join(' ')})`;

/** Installs missing languages if permitted. Returns whether all are available. */
export async function installReceiverLanguages(say: Say): Promise<boolean> {
  for (const language of languages) {
    if (runs(language)) continue;
    if (!isRoot() || !isDebianFamily()) return false;
    say(`No ${language.program} here: installing Debian's with apt-get (this happens once).`);
    if (!(await installPackage(language.debianPackage, say)) || !runs(language)) return false;
  }
  return true;
}

function runs({ program, versionArgument }: Language): boolean {
  return spawnSync(program, [versionArgument], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
