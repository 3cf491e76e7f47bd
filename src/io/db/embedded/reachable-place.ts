// Folders outside root's home that the PostgreSQL user can enter.
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartFault } from '../../start-fault.ts';
import { type SystemUser, succeedsAs } from './system-user.ts';

/**
 * Returns a folder owned by root that `user` can enter, a persistent one if possible. Throws StartFault if there is
 * none.
 */
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

/**
 * Creates `folder` so that all users can enter it and only this user can write to it. Rejects a folder of another user.
 */
export function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new StartFault(`${folder} belongs to another user.`);
  chmodSync(folder, 0o755);
}

export function canWrite(user: SystemUser | null, folder: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder]);
}

function canEnter(user: SystemUser | null, folder: string): boolean {
  return succeedsAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}
