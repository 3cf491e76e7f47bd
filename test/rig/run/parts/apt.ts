// Gets programs for tests from Debian's or Ubuntu's packages: root installs them, other users unpack them into a
// folder.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Say = (line: string) => void;

export function isDebianFamily(): boolean {
  try {
    return /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * For root: updates apt's lists and installs the package with its dependencies. Returns whether that worked. Waits for
 * another running apt.
 */
export async function installPackage(name: string, say: Say): Promise<boolean> {
  const patient = ['-o', 'DPkg::Lock::Timeout=240'];
  if (!(await apt(['update'], say))) return false;
  // A test run must not upgrade packages, so the owner has to repair a broken installation.
  return apt([...patient, 'install', '-y', '--no-install-recommends', '--no-upgrade', name], say);
}

/**
 * For any user: downloads the package and its missing dependencies, and unpacks them into `folder`, which appears only
 * when complete. Returns whether the folder exists. Lists and downloads stay inside the folder, so no root rights are
 * needed.
 */
export async function unpackPackage(name: string, folder: string, say: Say): Promise<boolean> {
  mkdirSync(join(folder, '..'), { recursive: true, mode: 0o700 });
  const making = mkdtempSync(`${folder}-`);
  try {
    const own = ownDirectories(making);
    if (!(await apt([...own, 'update'], say))) return false;
    const missing = missingPackages(name, own);
    if (missing.length === 0 || !(await apt([...own, 'download', ...missing], say, join(making, 'cache'))))
      return false;
    for (const file of readdirSync(join(making, 'cache')).filter((file) => file.endsWith('.deb'))) {
      const { status } = spawnSync('dpkg', ['-x', join(making, 'cache', file), join(making, 'root')], {
        stdio: 'ignore',
      });
      if (status !== 0) return false;
    }
    renameSync(join(making, 'root'), folder);
    return true;
  } catch {
    // Another process may have created it first, which is just as good.
    return readdirSync(join(folder, '..')).includes(folder.slice(folder.lastIndexOf('/') + 1));
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function ownDirectories(folder: string): string[] {
  for (const name of ['lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
  return [
    ...['-o', `Dir::State::lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${join(folder, 'cache')}`],
    ...['-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User='],
  ];
}

/** The packages that `apt-get install` would install, read from a dry run, which any user may start. */
function missingPackages(name: string, own: readonly string[]): string[] {
  const args = ['-s', ...own, 'install', '--no-install-recommends', '--no-upgrade', name];
  const { stdout } = spawnSync('apt-get', args, { encoding: 'utf8', timeout: 60_000, env: quiet() });
  return [...(stdout ?? '').matchAll(/^Inst (\S+)/gm)].map((match) => match[1] as string);
}

function apt(args: readonly string[], say: Say, cwd?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('apt-get', ['-q', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: quiet(),
      timeout: 300_000,
      ...(cwd === undefined ? {} : { cwd }),
    });
    const hear = (chunk: Buffer) => {
      for (const line of chunk.toString('utf8').split('\n')) {
        // Prints only the slow steps, without a line for each of a hundred packages.
        if (/^(?:Fetched|Need to get|Setting up (?:chromium|litecoin)|E:|W:|Err)/.test(line)) say(`  apt-get: ${line}`);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

function quiet(): NodeJS.ProcessEnv {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
}
