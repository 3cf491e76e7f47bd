// A lock between processes. The kernel releases it when its holder dies, so it can never go stale.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFault } from '../../start-fault.ts';

const PAUSE_MILLIS = 25;
const PATIENCE_MILLIS = 180_000;
// SQLite's SQLITE_BUSY: the lock is held elsewhere.
const BUSY = 5;

/**
 * Runs `act` while holding the lock on this file, across all processes and within this one. Uses SQLite's exclusive
 * transaction, because Node has no file locks. Throws StartFault after three minutes of waiting.
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
    // Without a journal file nothing is written, so this also works on a full disk.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY) return false;
    throw error;
  }
}
