// Makes sure that PHP with SQLite and Python with Django exist for the shops of examples/.
import { spawnSync } from 'node:child_process';
import { installPackage, isDebianFamily, isRoot, type Say } from './apt.ts';

/** Only Debian's Python finds Debian's Django, and another `python3` may come first on the PATH. */
const pythons = ['python3', '/usr/bin/python3'];

/** Explains how to install both. */
export const exampleLanguagesRemedy = 'install them (Debian: apt-get install php-cli php-sqlite3 python3-django)';

/** Installs missing languages if permitted. Returns whether all are available. */
export async function installExampleLanguages(say: Say): Promise<boolean> {
  const hasPhp = () => succeeds('php', ['-r', 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);']);
  const wanted: [isThere: () => boolean, packages: readonly string[]][] = [
    [hasPhp, ['php-cli', 'php-sqlite3']],
    [() => pythonWithDjango() !== null, ['python3-django']],
  ];
  for (const [isThere, packages] of wanted) {
    if (isThere()) continue;
    if (!isRoot() || !isDebianFamily()) return false;
    say(`No ${packages.join(' or ')} here: installing Debian's with apt-get (this happens once).`);
    for (const name of packages) if (!(await installPackage(name, say))) return false;
    if (!isThere()) return false;
  }
  return true;
}

/** The command of a Python that has Django; null if there is none. */
export function pythonWithDjango(): string | null {
  return pythons.find((python) => succeeds(python, ['-c', 'import django'])) ?? null;
}

function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
