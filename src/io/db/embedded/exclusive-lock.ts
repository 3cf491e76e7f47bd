// A lock between processes that the kernel releases when its holder dies, so that it can never go stale.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFault } from '../../start-fault.ts';

const PAUSE_MILLIS = 25;
const PATIENCE_MILLIS = 180_000;
// SQLite's SQLITE_BUSY: somebody else holds the lock.
const BUSY = 5;

/**
 * Runs `act` while no other process, and nobody else in this one, is inside a lock on the same file. Node offers no
 * file locks of its own; SQLite's exclusive transaction is one. Throws StartFault after three minutes of waiting.
 */
export async function withExclusiveLock<T>(path: string, act: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(path);
  try {
    for (let waited = 0; !tryLock(lock); waited += PAUSE_MILLIS) {
      if (waited > PATIENCE_MILLIS)
        throw new StartFault(`Another process has held ${path} for minutes; end it and start again.`);
      await delay(PAUSE_MILLIS);
    }
    return await act();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Without a journal file nothing is written, so that a full disk refuses nobody.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY) return false;
    throw error;
  }
}
