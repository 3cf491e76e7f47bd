// Hourly limits of notifications and test messages, for each user. All processes count together.
import { createHash } from 'node:crypto';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { countRequest } from '../../known/requests/request-count-store.ts';

const hourMillis = 3_600_000;
const testsPerHour = 20;
/** Each message to channels and each mail about a payment belongs to one of these. */
const notificationsPerHour = 60;

/** Throws Problem rate_limited if the user sent too many test messages within the hour. */
export async function countTest({ db, clock }: Pick<Instance, 'db' | 'clock'>, userId: string): Promise<void> {
  const now = clock.now();
  if ((await count(db, `test of a channel\n${userId}`, now)) <= testsPerHour) return;
  const seconds = Math.max(1, Math.ceil((endOfHour(now).getTime() - now.getTime()) / 1000));
  throw new Problem('rate_limited', {
    detail: `At most ${testsPerHour} test messages are sent in an hour. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}

/** Counts one notification of the user, and returns whether it is sent, is the last one of the hour, or left out. */
export async function countNotification(
  trx: Queryable,
  userId: string,
  now: Date,
): Promise<'sent' | 'last' | 'left_out'> {
  const used = await count(trx, `notification\n${userId}`, now);
  if (used === notificationsPerHour) return 'last';
  return used < notificationsPerHour ? 'sent' : 'left_out';
}

function count(db: Queryable, name: string, now: Date): Promise<number> {
  return countRequest(db, createHash('sha256').update(name).digest(), endOfHour(now));
}

/** Hours begin at whole hours of UTC, so that all processes use the same ones. */
function endOfHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMillis) + 1) * hourMillis);
}
