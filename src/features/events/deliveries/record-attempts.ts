// Records attempts, and disables endpoints that are gone or have failed for days, in one commit.

import { failingLimit, streakGap } from '../../../core/delivery-schedule.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import type { Instance } from '../../instance.ts';
import { notify } from '../../known/channels/notify.ts';
import { findSoundApp, listOwners } from '../../people/apps/store.ts';
import { appendEvents } from '../events/append-events.ts';
import type { NewEvent } from '../events/store.ts';
import { endDeliveries } from '../webhooks/delivery-log/delivery-store.ts';
import { type DisabledReason, disableWebhooks, lockChanging, recordFailure, recordSuccess } from '../webhooks/store.ts';
import { webhookView } from '../webhooks/view.ts';
import { attemptFigures } from './attempt-figures.ts';
import { type Attempt, recordAttempts as writeAttempts } from './claim-store.ts';

type Dependencies = Pick<Instance, 'db' | 'mails' | 'seals' | 'clock' | 'newId' | 'publicUrl'>;

export async function recordAttempts(instance: Dependencies, attempts: readonly Attempt[]): Promise<void> {
  const now = instance.clock.now();
  const healthy = webhooksOf(attempts.filter((attempt) => attempt.status === 'delivered'));
  const tampered = webhooksOf(attempts.filter((attempt) => attempt.tampered === 'webhook'));
  const gone = webhooksOf(attempts.filter((attempt) => attempt.gone));
  // An endpoint that also succeeded in this batch is not failing.
  const failed = attempts.filter((attempt) => isFailure(attempt) && !healthy.has(attempt.claim.webhookId));
  const failing = [...webhooksOf(failed)].filter((id) => !gone.has(id) && !tampered.has(id));
  await instance.db.atomically(async (trx) => {
    const recovered = await lockChanging(trx, { failed: [...failing, ...gone, ...tampered], healthy });
    await writeAttempts(trx, attempts);
    if (recovered.length > 0) await recordSuccess(trx, recovered);
    await switchOff(trx, instance, { webhookIds: [...gone], reason: 'gone' }, now);
    await switchOff(trx, instance, { webhookIds: [...tampered], reason: 'tampered' }, now);
    if (failing.length === 0) return;
    const silent = webhooksOf(failed.filter((attempt) => attempt.responseStatus === null));
    const params = { webhookIds: failing, silent: [...silent], streakStart: new Date(now.getTime() - streakGap) };
    const streaks = await recordFailure(trx, params, now);
    // An endpoint of orders has as many addresses. Shops without an answer must not end the notices to the others.
    const byOrder = webhooksOf(failed.filter(({ claim }) => claim.byOrder));
    const hopeless = streaks.filter(
      ({ id, failingSince }) => !byOrder.has(id) && now.getTime() - failingSince.getTime() >= failingLimit,
    );
    await switchOff(trx, instance, { webhookIds: hopeless.map((streak) => streak.id), reason: 'failing' }, now);
  });
  for (const { status } of attempts) attemptFigures[status === 'pending' ? 'retried' : status] += 1;
}

/** Whether the attempt says something about its endpoint. */
function isFailure({ status, tampered, isOutdated }: Attempt): boolean {
  return status !== 'delivered' && tampered !== 'event' && !isOutdated;
}

/**
 * Disables endpoints, ends their pending deliveries, and notifies the other endpoints of their apps and, by mail, the
 * owners.
 */
async function switchOff(
  trx: Queryable,
  instance: Dependencies,
  { webhookIds, reason }: { readonly webhookIds: readonly string[]; readonly reason: DisabledReason },
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
  await appendEvents(trx, events, instance.newId);
  for (const webhook of disabled) {
    const app = await findSoundApp(trx, webhook.appId);
    const [kind, lane] =
      reason === 'tampered' ? (['security', 'security'] as const) : (['webhooks', 'account'] as const);
    const off = { appName: nameInBody(app?.name ?? ''), url: webhook.url, reason };
    for (const owner of await listOwners(trx, instance, webhook.appId)) {
      const { to: _, ...mail } = mailAbout(instance.publicUrl, owner.email, off);
      const lines = [`The app ${off.appName} no longer calls ${off.url}.`, reasons[reason]];
      await notify(trx, instance, owner, { kind, appId: webhook.appId, mail, lines, lane });
    }
  }
}

interface SwitchedOff {
  readonly appName: string;
  readonly url: string;
  readonly reason: DisabledReason;
}

const reasons: Readonly<Record<DisabledReason, string>> = {
  gone: 'It answered 410, which asks for no more deliveries.',
  failing: 'Nothing could be delivered to it for five days.',
  tampered: 'It was changed in the database outside this service. Nothing was sent there. Notify the operator.',
  by_owner: 'Its owner switched it off.',
};

function mailAbout(publicUrl: string, to: string, { appName, url, reason }: SwitchedOff): Mail {
  return {
    to,
    subject: 'A webhook was switched off',
    text: [
      `The app ${appName} at ${publicUrl} no longer calls this endpoint:`,
      '',
      url,
      '',
      reasons[reason],
      reason === 'tampered'
        ? 'Delete it, add a new one, and catch up with GET /events, which has the last 30 days.'
        : 'Once it answers again, set enabled to true for it, and catch up with GET /events, ' +
          'which has the last 30 days.',
    ].join('\n'),
  };
}

function webhooksOf(attempts: readonly Attempt[]): Set<string> {
  return new Set(attempts.map((attempt) => attempt.claim.webhookId));
}
