// Folders outside root's own ones, for what the PostgreSQL user must be able to enter.
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartFault } from '../../start-fault.ts';
import { type SystemUser, succeedsAs } from './system-user.ts';

/** A folder of root's that `user` can enter: a lasting one where possible. Throws StartFault when there is none. */
export function reachablePlace(user: SystemUser): string {
  for (const place of ['/var/lib/quittance', join(tmpdir(), 'quittance')]) {
    try {
      ownFolder(place);
    } catch {
      continue;
    }
    if (canEnter(user, place)) return realpathSync(place);
  }
  throw new StartFault(
    'PostgreSQL cannot run as root and finds no folder it may use: ' +
      'make /var/lib/quittance writable, start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Makes `folder` for all to enter and root alone to write; one that somebody else laid there is refused. */
export function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new StartFault(`${folder} belongs to somebody else.`);
  chmodSync(folder, 0o755);
}

export function canWrite(user: SystemUser | null, folder: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder]);
}

function canEnter(user: SystemUser | null, folder: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}
