// Changes fields of an endpoint. Later attempts use its URL at the time they are made.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import { notifyOwners } from '../../../people/apps/acts/notify-owners.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { endDeliveries } from '../delivery-log/delivery-store.ts';
import { lockEndingWebhook, refuseOfDoor } from '../own-webhook.ts';
import { updateWebhook, type Webhook } from '../store.ts';
import { tamperedProblem } from '../tampered-webhook.ts';
import { webhookView } from '../view.ts';
import { checkWebhookUrl } from '../webhook-body.ts';
import type { ByCaller } from './by-caller.ts';

export interface WebhookChange {
  readonly url?: string | undefined;
  /** Types of events; null for all. */
  readonly events?: readonly string[] | null | undefined;
  readonly description?: string | null | undefined;
  /** False also ends pending deliveries; true clears past failures. */
  readonly enabled?: boolean | undefined;
  /** The notifications in the words of its dialect, which the shop chooses together with `events`. */
  readonly shopEvents?: readonly string[] | null | undefined;
}

/**
 * Changes the given fields and returns the endpoint. Throws Problem not_found, webhook_of_door, one that names the
 * invalid field, or the Problems of judgeChange.
 */
export async function changeWebhook(
  trx: Queryable,
  instance: Instance,
  by: ByCaller,
  { id, change }: { readonly id: string; readonly change: WebhookChange },
): Promise<Webhook> {
  if (change.url !== undefined) checkWebhookUrl(instance.outbound, change.url);
  const { webhook, app, isLast } = await lockEndingWebhook(trx, id, by.caller);
  if (change.url !== undefined || change.events !== undefined) refuseOfDoor(webhook);
  refuseEventsOfShop(webhook, change);
  if (webhook.tampered) throw tamperedProblem();
  const changed = applied(webhook, change, instance.clock.now());
  const facts = { before: { ...webhook, isLast }, after: { ...changed, isLast } };
  await judgeChange(trx, instance, by, { thing: 'webhook', app, subjectId: webhook.id, ...facts });
  await updateWebhook(trx, changed);
  if (webhook.enabled && !changed.enabled)
    await endDeliveries(trx, [webhook.id], 'The endpoint was switched off.', changed.updatedAt);
  const [before, after] = [webhookView(webhook), webhookView(changed)];
  const subject = { of: { appId: webhook.appId }, subjectId: webhook.id };
  await auditChange(trx, instance, by, { ...subject, action: 'webhook.updated', before, after });
  if (changed.url !== webhook.url) {
    const [from, to] = [new URL(webhook.url).host, new URL(changed.url).host];
    const says = `A webhook to ${from} now has a URL at ${to}.`;
    const told = { subjectId: webhook.id, subject: 'A webhook was changed', says, origin: by.origin };
    await notifyOwners(trx, instance, webhook.appId, told);
  }
  return changed;
}

function applied(webhook: Webhook, change: WebhookChange, updatedAt: Date): Webhook {
  const { url = webhook.url, enabled = webhook.enabled } = change;
  const { events = webhook.events, description = webhook.description, shopEvents = webhook.shopEvents } = change;
  const switchedOn = enabled && !webhook.enabled;
  const switchedOff = !enabled && webhook.enabled;
  return {
    ...webhook,
    url,
    events,
    description,
    enabled,
    shopEvents,
    disabledReason: enabled ? null : switchedOff ? 'by_owner' : webhook.disabledReason,
    failingSince: switchedOn ? null : webhook.failingSince,
    updatedAt,
  };
}

/** The shop would still have its own list of notifications. */
function refuseEventsOfShop({ dialect }: Webhook, { events, shopEvents }: WebhookChange): void {
  if (events !== undefined && shopEvents === undefined && dialect !== 'quittance')
    throw new Problem('webhook_of_door', { detail: 'The shop chooses the events of this webhook.' });
}
