// The two kinds of tasks that a worker runs.
import type { Queryable } from '../../../io/db/database.ts';

/** A task that repeats. One worker runs it at a time. */
export interface RecurringTask {
  readonly kind: string;
  /** Whether it is also due when a worker starts. */
  readonly startsAtOnce: boolean;
  /** Returns when the task is due next, after a run. */
  nextAfter(now: Date): Date;
  /** Does the work, and stops early if `signal` is aborted. If it throws, the task is retried soon. */
  run(signal: AbortSignal): Promise<void>;
}

/** A task that is queued once, in the commit that causes it, and done once. */
export interface QueuedTask {
  readonly kind: string;
  /**
   * Does the work for this key in the database transaction that also deletes the task, so its effects commit exactly
   * once. Returns the time of the next run, or null if the task is done. If it throws, the task is retried later.
   */
  run(trx: Queryable, key: string): Promise<Date | null>;
}

/** Runs at this interval, and at the start of a worker. */
export function everyMillis(millis: number): Pick<RecurringTask, 'startsAtOnce' | 'nextAfter'> {
  return { startsAtOnce: true, nextAfter: (now) => new Date(now.getTime() + millis) };
}

/** Runs once a day at this hour of UTC. */
export function dailyAt(hourUtc: number): Pick<RecurringTask, 'startsAtOnce' | 'nextAfter'> {
  return {
    startsAtOnce: false,
    nextAfter(now) {
      const next = new Date(now);
      next.setUTCHours(hourUtc, 0, 0, 0);
      if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
      return next;
    },
  };
}
