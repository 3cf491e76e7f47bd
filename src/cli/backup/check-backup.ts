// Reads a whole backup and verifies that it is complete and that this version can read it.

import { readMigrations } from '../../io/db/migrate/migration-files.ts';
import { decodeSecretKey } from '../../io/environment.ts';
import { readBackup } from '../../io/files/backup-file.ts';
import { migrationsDirectory } from '../../roles/open-instance.ts';
import type { BackupHead } from '../../roles/upkeep/dump-instance.ts';
import { fault } from '../words.ts';

export interface CheckedBackup {
  readonly head: BackupHead;
  /** The key inside the backup, if any. */
  readonly key: Buffer | null;
}

/** Throws StartFault for a damaged file, or one made by a newer version. */
export async function checkBackup(path: string, identities: readonly string[] | null): Promise<CheckedBackup> {
  let head: BackupHead | null = null;
  let key: Buffer | null = null;
  for await (const entry of readBackup(path, identities)) {
    head ??= entry.head as unknown as BackupHead;
    if (entry.head.file !== 'secret-key') continue;
    const parts: Buffer[] = [];
    for await (const block of entry.blocks) parts.push(block);
    key = decodeSecretKey(Buffer.concat(parts).toString('utf8').trim());
  }
  if (head === null) throw fault(`${path} is empty.`);
  await requireKnown(head);
  return { head, key };
}

/** The backup's migrations must be the first ones of this version, in the same order. */
async function requireKnown(head: BackupHead): Promise<void> {
  const files = await readMigrations(migrationsDirectory);
  for (const [index, { name, checksum }] of head.migrations.entries()) {
    if (files[index]?.name !== name || files[index].checksum !== checksum) {
      throw fault(
        `The backup was made by another version of Quittance: its migration ${name} is unknown here. ` +
          'Restore it with that version, or a newer one.',
      );
    }
  }
}
