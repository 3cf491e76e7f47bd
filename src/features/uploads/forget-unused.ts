// Forgets pictures that no app shows. It runs where the files are.
import type { FileFolder } from '../../io/files/file-folder.ts';
import type { Instance } from '../instance.ts';
import { deleteUnusedUploads } from './store.ts';

const keptMillis = 24 * 3600 * 1000;
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

/** Forgets those that were asked for a day ago or longer. */
export async function forgetUnused(instance: Pick<Instance, 'db' | 'clock'>, folder: FileFolder): Promise<void> {
  const before = new Date(instance.clock.now().getTime() - keptMillis);
  for (;;) {
    const names = await deleteUnusedUploads(instance.db, before, batch);
    for (const name of names) await folder.remove(name);
    if (names.length < batch) return;
  }
}
