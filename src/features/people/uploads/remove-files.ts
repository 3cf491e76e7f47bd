// Removes the files of pictures that no app shows, and unused uploads in a bucket. Runs in the process that has access
// to the files.
import type { FileFolder } from '../../../io/files/file-folder.ts';
import type { Instance } from '../../instance.ts';
import { dueRemovals, endRemoval } from './store.ts';

/** A picture that no app shows is deleted this long after its target was created. */
export const unusedMillis = 24 * 3600 * 1000;

const everyMillis = 600_000;
const batch = 500;

/** Removes due files at once and then at intervals, until stopped. */
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

/** Removes the due files. While the store is unreachable, they remain due. */
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
