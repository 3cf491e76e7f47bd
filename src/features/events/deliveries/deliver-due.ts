// Delivers what is due, for as long as it runs: woken at once by commits, and by a sweep that misses nothing.
import { retrySchedule } from '../../../core/delivery-schedule.ts';
import type { Instance } from '../../instance.ts';
import { dueChannel } from '../events/store.ts';
import { endDeliveries } from '../webhooks/delivery-log/delivery-store.ts';
import { attemptDelivery, attemptTimeoutMillis } from './attempt-delivery.ts';
import { claimDue, findDue, hasWebhooks, releaseClaims } from './claim-store.ts';
import { defaultLimits, EndpointQueues, type QueueLimits } from './endpoint-queues.ts';
import { recordAttempts } from './record-attempts.ts';

export interface DeliverOptions extends Partial<QueueLimits> {
  /** Seconds to wait after the first, second, … failed attempt. */
  readonly schedule?: readonly number[];
  readonly sweepMillis?: number;
}

/**
 * How long a delivery that was taken is this worker's alone. A worker that dies with it, after the post or before,
 * leaves it to be attempted again with the same webhook-id: receivers hear at least once.
 */
const leaseMillis = 45_000;

/** Retries, deliveries made by statements that wake nobody, and those of workers that died are found this soon. */
const defaultSweepMillis = 1_000;
const pauseAfterFault = 5_000;

/** Starts delivering. `stop` finishes what is under way within `graceMillis`, gives back the rest, and never throws. */
export async function deliverDue(
  instance: Instance,
  options: DeliverOptions = {},
): Promise<{ stop(graceMillis: number): Promise<void> }> {
  const { schedule = retrySchedule, sweepMillis = defaultSweepMillis, ...limits } = options;
  const { db, log, outbound } = instance;
  const queues: EndpointQueues = new EndpointQueues(
    {
      claim: (capacities) => claimDue(db, capacities, leaseMillis),
      attempt: (claim, signal) => attemptDelivery(instance, claim, schedule, signal),
      record: async (attempts) => {
        await recordAttempts(instance, attempts);
        // The next of a replay may be taken once the one before it is recorded.
        queues.wake([...new Set(attempts.flatMap(({ claim }) => (claim.replayId === null ? [] : [claim.webhookId])))]);
      },
      release: (claims) => releaseClaims(db, claims),
      isFresh: (heldMillis) => leaseMillis - heldMillis > 2 * attemptTimeoutMillis,
      onError: (error, doing) => log.warn({ err: error }, doing),
    },
    { ...defaultLimits, ...limits },
  );
  /**
   * What the first delivery would wait for: the client, and two connections that have seen the tables. A new one takes
   * 70 ms to look at all their parts.
   */
  const prepare = () => Promise.all([outbound.prepare(), claimDue(db, [], leaseMillis), recordAttempts(instance, [])]);
  let isPrepared = false;
  const sweeper = repeat(sweepMillis, async () => {
    try {
      if (!isPrepared && (await hasWebhooks(db))) {
        isPrepared = true;
        await prepare();
      }
      queues.wake(await sweep(instance));
      return sweepMillis;
    } catch (error) {
      log.warn({ err: error }, 'looking for due deliveries');
      return pauseAfterFault;
    }
  });
  // What is not heard the sweep finds.
  const unlisten = await db.listen(
    dueChannel,
    (webhookId) => queues.wake([webhookId]),
    () => undefined,
  );
  return {
    async stop(graceMillis) {
      await Promise.all([sweeper.stop(), unlisten()]);
      await queues.stop(graceMillis);
    },
  };
}

/** The endpoints with something due. What is owed to one that was switched off meanwhile is ended. */
async function sweep({ db, clock }: Pick<Instance, 'db' | 'clock'>): Promise<string[]> {
  const due = await findDue(db);
  const off = due.filter((webhook) => !webhook.enabled).map((webhook) => webhook.id);
  if (off.length > 0) await endDeliveries(db, off, 'The endpoint was switched off.', clock.now());
  return due.filter((webhook) => webhook.enabled).map((webhook) => webhook.id);
}

/** Runs `act` now and then again, after as many milliseconds as it answers; never twice at once. */
function repeat(firstPause: number, act: () => Promise<number>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let pause = firstPause;
  let running: Promise<void>;
  const run = () => {
    running = act().then((next) => {
      pause = next;
      if (!stopped) timer = setTimeout(run, pause);
    });
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
