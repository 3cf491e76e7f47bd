// Deletes what its time has come for, for as long as a worker runs.
import type { Instance } from '../instance.ts';
import { type Retention, retentions } from './retention-table.ts';

type Parts = Pick<Instance, 'db' | 'clock' | 'log'>;

const everyMillis = 60_000;
/** So many at once, so that no statement holds up the others for long. */
const batch = 1_000;

/** Deletes now and then every minute. `stop` waits for the statement that is under way. */
export function expireRecords(instance: Parts): { stop(): Promise<void> } {
  let isStopped = false;
  const run = async () => {
    for (const retention of retentions) {
      await expire(instance, retention, () => isStopped).catch((error: unknown) =>
        instance.log.warn({ err: error, what: retention.what }, 'could not delete what is old'),
      );
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMillis).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function expire(instance: Parts, { keptMillis, ...retention }: Retention, isStopped: () => boolean) {
  const before = new Date(instance.clock.now().getTime() - keptMillis);
  for (let deleted = batch; deleted === batch && !isStopped(); ) {
    deleted = await retention.delete(instance.db, before, batch);
  }
}
