// Forgets sessions, links and counted attempts that are over.
import type { Instance } from '../../instance.ts';
import { deleteEndedBefore } from '../session-store.ts';

const everyMillis = 600_000;

/** Forgets now and then on, a bounded number at a time, until stopped. */
export function forgetEnded(instance: Pick<Instance, 'db' | 'clock' | 'log'>): { stop(): void } {
  const forget = async () => {
    while ((await deleteEndedBefore(instance.db, instance.clock.now())) > 0);
  };
  const run = () => {
    forget().catch((error: unknown) => instance.log.warn({ err: error }, 'could not forget ended sessions'));
  };
  run();
  const timer = setInterval(run, everyMillis).unref();
  return { stop: () => clearInterval(timer) };
}
