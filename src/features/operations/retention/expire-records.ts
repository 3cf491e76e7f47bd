// Deletes old records, and creates the weekly tables ahead of time.
import type { Instance } from '../../instance.ts';
import { everyMillis, type RecurringTask } from '../../known/schedule/task-kinds.ts';
import { weekKeeper } from './keep-weeks.ts';
import { type Retention, retentions } from './retention-table.ts';

type Parts = Pick<Instance, 'db' | 'clock'>;

/** The number of rows per statement, so that no statement blocks others for long. */
const batch = 1_000;

/** Runs every minute. If a deletion fails, runs the others and then throws. */
export function retentionTask(instance: Parts): RecurringTask {
  const keepWeeks = weekKeeper(instance.db);
  const run = async (signal: AbortSignal) => {
    const faults: unknown[] = [];
    const note = (error: unknown) => void faults.push(error);
    await keepWeeks(instance.clock.now()).catch(note);
    for (const retention of retentions) {
      await expire(instance, retention, signal).catch((error: unknown) => {
        note(new Error(`could not delete ${retention.what}`, { cause: error }));
      });
    }
    if (faults.length > 0) throw new AggregateError(faults, 'could not delete all old records');
  };
  return { kind: 'retention', ...everyMillis(60_000), run };
}

async function expire(instance: Parts, { keptMillis, ...retention }: Retention, signal: AbortSignal) {
  const before = new Date(instance.clock.now().getTime() - keptMillis);
  for (let deleted = batch; deleted === batch && !signal.aborted; ) {
    deleted = await retention.delete(instance.db, before, batch);
  }
}
