// Delivers due events while it runs. Commits wake it at once, and a regular sweep finds everything else.
import { retrySchedule } from '../../../core/delivery-schedule.ts';
import type { Instance } from '../../instance.ts';
import { dueChannel } from '../events/store.ts';
import { endDeliveries } from '../webhooks/delivery-log/delivery-store.ts';
import { attemptDelivery, attemptTimeoutMillis } from './attempt-delivery.ts';
import { claimDue, findDue, hasWebhooks, releaseClaims } from './claim-store.ts';
import { type DeliveryForms, withMessages } from './delivery-form.ts';
import { defaultLimits, EndpointQueues, type QueueLimits } from './endpoint-queues.ts';
import { recordAttempts } from './record-attempts.ts';

export interface DeliverOptions extends Partial<QueueLimits> {
  /** Seconds to wait after the first, second, … failed attempt. */
  readonly schedule?: readonly number[];
  readonly sweepMillis?: number;
  /** The forms of endpoints of other dialects. */
  readonly forms?: DeliveryForms;
}

/**
 * How long a worker holds a claimed delivery. If the worker dies, before or after the post, the delivery is repeated
 * with the same webhook-id. Receivers get each event at least once.
 */
const leaseMillis = 45_000;

/** The sweep finds retries, deliveries inserted without a wake-up, and deliveries of dead workers. */
const defaultSweepMillis = 1_000;
const pauseAfterFault = 5_000;

/** Starts delivering. `stop` finishes running attempts within `graceMillis`, releases the rest, and never throws. */
export async function deliverDue(
  instance: Instance,
  options: DeliverOptions = {},
): Promise<{ stop(graceMillis: number): Promise<void> }> {
  const { schedule = retrySchedule, sweepMillis = defaultSweepMillis, forms = {}, ...limits } = options;
  const { db, log, outbound } = instance;
  const queues: EndpointQueues = new EndpointQueues(
    {
      claim: async (capacities) => withMessages(await claimDue(db, capacities, leaseMillis), forms),
      attempt: (claim, signal) => attemptDelivery(instance, claim, schedule, signal),
      record: async (attempts) => {
        await recordAttempts(instance, attempts);
        // The next delivery of a replay may be claimed once the previous one is recorded.
        queues.wake([...new Set(attempts.flatMap(({ claim }) => (claim.replayId === null ? [] : [claim.webhookId])))]);
      },
      release: (claims) => releaseClaims(db, claims),
      isFresh: (heldMillis) => leaseMillis - heldMillis > 2 * attemptTimeoutMillis,
      onError: (error, doing) => log.warn({ err: error }, doing),
    },
    { ...defaultLimits, ...limits },
  );
  /**
   * Prepares the HTTP client and two database connections, so that the first delivery does not wait for them. A new
   * connection takes 70 ms to read all partitions.
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
      log.warn({ err: error }, 'could not look for due deliveries');
      return pauseAfterFault;
    }
  });
  // The sweep finds deliveries whose notification was lost.
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

/** The endpoints with due deliveries. Deliveries to endpoints that were disabled meanwhile are ended. */
async function sweep({ db, clock }: Pick<Instance, 'db' | 'clock'>): Promise<string[]> {
  const due = await findDue(db);
  const off = due.filter((webhook) => !webhook.enabled).map((webhook) => webhook.id);
  if (off.length > 0) await endDeliveries(db, off, 'The endpoint was switched off.', clock.now());
  return due.filter((webhook) => webhook.enabled).map((webhook) => webhook.id);
}

/** Runs `act` repeatedly, never twice at once. Its result is the pause before the next run, in milliseconds. */
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
