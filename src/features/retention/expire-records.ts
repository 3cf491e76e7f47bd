// Deletes what its time has come for, and makes room for the weeks to come, for as long as a worker runs.
import { recordJobRun } from '../../io/process/job-runs.ts';
import type { Instance } from '../instance.ts';
import { weekKeeper } from './keep-weeks.ts';
import { type Retention, retentions } from './retention-table.ts';

type Parts = Pick<Instance, 'db' | 'clock' | 'log'>;

const everyMillis = 60_000;
const pauseAfterFault = 5_000;
/** So many at once, so that no statement holds up the others for long. */
const batch = 1_000;

/** Deletes now, and then every minute. `stop` waits for the statement that is under way. */
export function expireRecords(instance: Parts): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;
  const keepWeeks = weekKeeper(instance.db);
  const run = async () => {
    let pause = everyMillis;
    await keepWeeks(instance.clock.now()).catch((error: unknown) => {
      pause = pauseAfterFault;
      instance.log.warn({ err: error }, 'could not make or drop the tables of a week');
    });
    for (const retention of retentions) {
      await expire(instance, retention, () => isStopped).catch((error: unknown) => {
        pause = pauseAfterFault;
        instance.log.warn({ err: error, what: retention.what }, 'could not delete what is old');
      });
    }
    recordJobRun('retention', pause === everyMillis ? 'good' : 'failed', instance.clock.now());
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, pause).unref();
  };
  running = run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
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
