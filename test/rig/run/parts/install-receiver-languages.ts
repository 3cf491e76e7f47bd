// Sees to it that the languages of the guides' webhook receivers are there: the machine's own, or Debian's by apt.
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

/** Why a machine lacks one, and how it gets all of them. */
export const receiverLanguagesRemedy = `install them (Debian: apt-get install ${languages
  .map(({ debianPackage }) => debianPackage)
  .join(' ')})`;

/** Installs those that are missing where that is allowed; answers whether all are there. */
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
