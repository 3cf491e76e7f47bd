// The folder that holds everything the demo writes.
import { chmodSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A fresh folder for temporary files. As root, PostgreSQL runs as another user: then it is one that others can enter,
 * so that the database is in it too, and is gone when it is removed.
 */
export function scratchFolder(): string {
  const isRoot = process.getuid?.() === 0;
  const place = isRoot && !othersCanEnter(realpathSync(tmpdir())) ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(place, 'quittance-demo-'));
  if (isRoot) chmodSync(folder, 0o755);
  return folder;
}

function othersCanEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || othersCanEnter(dirname(folder)));
}
