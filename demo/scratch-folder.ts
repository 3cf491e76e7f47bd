// Creates the folder that holds all files of the demo.
import { chmodSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A new temporary folder. For root, PostgreSQL runs as another user, so the folder can be entered by others. The
 * database is inside it and is removed with it.
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
