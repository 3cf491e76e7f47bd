// Forgets answers that nobody may ask for again: they are promised for 24 hours and kept for 48.
import type { Instance } from '../instance.ts';
import { deleteRecordsBefore } from './store.ts';

const keptMillis = 48 * 3600 * 1000;
const everyMillis = 600_000;

/** Forgets now and then on, a bounded number at a time, until stopped. */
export function forgetOldRecords(instance: Pick<Instance, 'db' | 'clock' | 'log'>): { stop(): void } {
  const forget = async () => {
    const before = new Date(instance.clock.now().getTime() - keptMillis);
    while ((await deleteRecordsBefore(instance.db, before)) > 0);
  };
  const run = () => {
    forget().catch((error: unknown) => instance.log.warn({ err: error }, 'could not forget old answers'));
  };
  run();
  const timer = setInterval(run, everyMillis).unref();
  return { stop: () => clearInterval(timer) };
}
