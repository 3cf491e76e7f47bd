// Forgets pictures that no app shows, and what was put into a bucket and not used. It runs where the files are.
import type { FileFolder } from '../../io/files/file-folder.ts';
import type { Instance } from '../instance.ts';
import { deleteUnusedUploads, dueRemovals, endRemoval } from './store.ts';

/** What no app shows so long after its target was asked for is forgotten. */
export const unusedMillis = 24 * 3600 * 1000;

const everyMillis = 600_000;
const batch = 500;

/** Forgets now and then on, a bounded number at a time, until stopped. */
export function forgetUnusedUploads(
  instance: Pick<Instance, 'db' | 'clock' | 'log'>,
  folder: FileFolder,
): { stop(): void } {
  const run = () => {
    forgetUnused(instance, folder).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'could not forget unused pictures'),
    );
  };
  run();
  const timer = setInterval(run, everyMillis).unref();
  return { stop: () => clearInterval(timer) };
}

/** Forgets those that were asked for a day ago or longer. While the store is away their files wait to be removed. */
export async function forgetUnused(instance: Pick<Instance, 'db' | 'clock'>, folder: FileFolder): Promise<void> {
  const now = instance.clock.now();
  const before = new Date(now.getTime() - unusedMillis);
  for (let gone = batch; gone === batch; ) gone = await deleteUnusedUploads(instance.db, before, now, batch);
  for (let names = await dueRemovals(instance.db, now, batch); names.length > 0; ) {
    for (const name of names) {
      await folder.remove(name);
      await endRemoval(instance.db, name);
    }
    names = await dueRemovals(instance.db, now, batch);
  }
}
