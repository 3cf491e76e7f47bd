// The key of a restored instance. Sealed values in the database open only with the key that sealed them.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../io/environment.ts';
import { keyMark } from '../../io/secrets/key-mark.ts';
import { keepSecretKey, keptSecretKey } from '../../io/secrets/secret-key.ts';
import type { Terminal } from '../terminal.ts';
import { fault } from '../words.ts';
import type { CheckedBackup } from './check-backup.ts';

/** Throws StartFault, before anything is written, if the restored instance would have a key other than the backup's. */
export async function requireKey({ head, key }: CheckedBackup, environment: Environment): Promise<void> {
  if (head.key_mark === null) return;
  if (environment.secretKey !== null) {
    if (keyMark(environment.secretKey) === head.key_mark) return;
    throw fault('SECRET_KEY is not the key of this backup. Set it to the key of the instance that made the backup.');
  }
  if (key !== null) return;
  const kept = await keptSecretKey(environment.dataDir);
  if (kept !== null && keyMark(kept) === head.key_mark) return;
  throw fault(
    'The secret key is not in this backup. Set SECRET_KEY to the key of the instance that made it, ' +
      'or put it into DATA_DIR/secret-key.',
  );
}

/** Stores the backup's key in DATA_DIR, if the key is kept there. Returns a function that undoes it. */
export async function placeKey(
  { key }: CheckedBackup,
  environment: Environment,
  terminal: Terminal,
): Promise<() => Promise<void>> {
  if (environment.secretKey !== null || key === null) return async () => undefined;
  const aside = await keepSecretKey(environment.dataDir, key, new Date());
  if (aside === null) return async () => undefined;
  terminal.errors.write(`The previous key in DATA_DIR was moved to ${aside}.\n`);
  return () => rename(aside, join(environment.dataDir, 'secret-key'));
}
