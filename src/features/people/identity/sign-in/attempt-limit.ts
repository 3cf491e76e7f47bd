// Counts attempts at a secret, and requests for a mail, across all processes, and rejects those beyond the limit.
import {
  type Attempting,
  attemptLimits,
  countersOf,
  type LimitedAction,
} from '../../../../core/access/attempt-limits.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Instance } from '../../../instance.ts';
import { attemptSubject, countAttempt, forgiveAttempt } from './attempt-store.ts';

export interface Attempt {
  /** Call this after a successful attempt. */
  succeeded(): Promise<void>;
}

/**
 * Counts the attempt before it is made, so that concurrent attempts cannot exceed the limit. Throws Problem
 * rate_limited with Retry-After in whole seconds. A rejected attempt is removed from the other counters.
 */
export async function beginAttempt(
  instance: Pick<Instance, 'db' | 'clock'>,
  action: LimitedAction,
  who: Attempting,
): Promise<Attempt> {
  const limit = attemptLimits[action];
  const now = instance.clock.now();
  const counted: Buffer[] = [];
  const forgive = async () => {
    for (const subject of counted) await forgiveAttempt(instance.db, subject);
  };
  for (const { name, most } of countersOf(limit, who)) {
    const subject = attemptSubject(action, name);
    const { count, windowEndsAt } = await countAttempt(instance.db, subject, now, limit.windowSeconds);
    if (count > most) {
      await forgive();
      throw tooMany(windowEndsAt, now);
    }
    counted.push(subject);
  }
  return {
    async succeeded() {
      if (limit.countsFailuresOnly) await forgive();
    },
  };
}

function tooMany(windowEndsAt: Date, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
  return new Problem('rate_limited', {
    detail: `Too many attempts. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}
