// Installs the languages that programs of tests are written in, unless they exist.
import { spawnSync } from 'node:child_process';
import { installPackage, isDebianFamily, isRoot, type Say } from './apt.ts';

export interface Language {
  /** Its name on the PATH. */
  readonly program: string;
  readonly versionArgument: string;
  readonly debianPackage: string;
}

/** How to install all of them. */
export function remedyFor(languages: readonly Language[]): string {
  return `install them (Debian: apt-get install ${languages.map(({ debianPackage }) => debianPackage).join(' ')})`;
}

/** Installs missing languages if permitted. Returns whether all are available. */
export async function installLanguages(languages: readonly Language[], say: Say): Promise<boolean> {
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
