// Forgets events, and what was delivered of them, that nobody can ask for any more: they are shown for 30 days.
import type { Instance } from '../instance.ts';
import { deleteEventsBefore, shownMillis } from './store.ts';

/** Whoever pages through the list meets no gap at its end. */
const marginMillis = 3_600_000;
const everyMillis = 600_000;
const batch = 1_000;

/** Forgets now and then on, a bounded number at a time, until stopped. */
export function forgetOldEvents(instance: Pick<Instance, 'db' | 'clock' | 'log'>): { stop(): void } {
  let isStopped = false;
  const forget = async () => {
    const before = new Date(instance.clock.now().getTime() - shownMillis - marginMillis);
    while (!isStopped && (await deleteEventsBefore(instance.db, before, batch)) === batch);
  };
  const run = () => {
    forget().catch((error: unknown) => instance.log.warn({ err: error }, 'could not forget old events'));
  };
  run();
  const timer = setInterval(run, everyMillis).unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
