// Records what came of attempts, and switches off the endpoints that want no more or have failed for days: one commit.
import { failingLimit, streakGap } from '../../core/retry.ts';
import type { Queryable } from '../../io/db/database.ts';
import { appendEvents, type NewEvent } from '../events/store.ts';
import type { Instance } from '../instance.ts';
import { type DisabledReason, disableWebhooks, noteFailure, noteSuccess } from '../webhooks/store.ts';
import { webhookView } from '../webhooks/view.ts';
import { type Attempt, recordAttempts as writeAttempts } from './claim-store.ts';
import { endDeliveries } from './store.ts';

type Means = Pick<Instance, 'db' | 'jobs' | 'clock' | 'newId'>;

export async function recordAttempts(instance: Means, attempts: readonly Attempt[]): Promise<void> {
  const now = instance.clock.now();
  const healthy = webhooksOf(attempts.filter((attempt) => attempt.status === 'delivered'));
  const gone = webhooksOf(attempts.filter((attempt) => attempt.gone));
  // An endpoint that also succeeded in the same moment is not failing.
  const failed = attempts.filter((attempt) => attempt.status !== 'delivered' && !healthy.has(attempt.claim.webhookId));
  const failing = [...webhooksOf(failed)].filter((id) => !gone.has(id));
  await instance.db.atomically(async (trx) => {
    await writeAttempts(trx, attempts, now);
    if (healthy.size > 0) await noteSuccess(trx, [...healthy]);
    await switchOff(instance, trx, [...gone], 'gone', now);
    if (failing.length === 0) return;
    const streaks = await noteFailure(trx, failing, now, new Date(now.getTime() - streakGap));
    const hopeless = streaks.filter((streak) => now.getTime() - streak.failingSince.getTime() >= failingLimit);
    await switchOff(
      instance,
      trx,
      hopeless.map((streak) => streak.id),
      'failing',
      now,
    );
  });
}

/** Switches endpoints off, ends what is owed to them, and tells the other endpoints of their apps. */
async function switchOff(
  instance: Pick<Means, 'jobs' | 'newId'>,
  trx: Queryable,
  webhookIds: readonly string[],
  reason: DisabledReason,
  now: Date,
): Promise<void> {
  if (webhookIds.length === 0) return;
  const disabled = await disableWebhooks(trx, webhookIds, reason, now);
  await endDeliveries(trx, webhookIds, 'The endpoint was switched off.', now);
  const events = disabled.map(
    (webhook): NewEvent => ({
      id: instance.newId(),
      appId: webhook.appId,
      type: 'webhook.disabled',
      invoiceId: null,
      sequence: null,
      data: webhookView(webhook),
      createdAt: now,
    }),
  );
  await appendEvents(trx, instance.jobs, events, instance.newId);
}

function webhooksOf(attempts: readonly Attempt[]): Set<string> {
  return new Set(attempts.map((attempt) => attempt.claim.webhookId));
}
