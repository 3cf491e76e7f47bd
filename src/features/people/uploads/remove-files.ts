// Removes the files of pictures that no app shows, and what was put into a bucket and not used. It runs where the files
// are.
import type { FileFolder } from '../../../io/files/file-folder.ts';
import type { Instance } from '../../instance.ts';
import { dueRemovals, endRemoval } from './store.ts';

/** What no app shows so long after its target was asked for goes. */
export const unusedMillis = 24 * 3600 * 1000;

const everyMillis = 600_000;
const batch = 500;

/** Removes now and then on, until stopped. */
export function removeFiles(instance: Pick<Instance, 'db' | 'clock' | 'log'>, folder: FileFolder): { stop(): void } {
  const run = () => {
    removeDueFiles(instance, folder).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'could not remove unused pictures'),
    );
  };
  run();
  const timer = setInterval(run, everyMillis).unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes those whose time has come. While the store is away they wait to be removed. */
export async function removeDueFiles(instance: Pick<Instance, 'db' | 'clock'>, folder: FileFolder): Promise<void> {
  const now = instance.clock.now();
  for (let names = await dueRemovals(instance.db, now, batch); names.length > 0; ) {
    for (const name of names) {
      await folder.remove(name);
      await endRemoval(instance.db, name);
    }
    names = await dueRemovals(instance.db, now, batch);
  }
}
