// Deletes an endpoint. Pending deliveries to it are not sent.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { endDeliveries } from '../delivery-log/delivery-store.ts';
import { lockEndingWebhook, refuseOfDoor } from '../own-webhook.ts';
import { deleteWebhook, type Webhook } from '../store.ts';
import { webhookView } from '../view.ts';
import type { ByCaller } from './by-caller.ts';

/** Returns the endpoint as it was last. Throws Problem not_found, webhook_of_door, or the Problems of judgeChange. */
export async function removeWebhook(trx: Queryable, instance: Instance, by: ByCaller, id: string): Promise<Webhook> {
  const { webhook, app, isLast } = await lockEndingWebhook(trx, id, by.caller);
  refuseOfDoor(webhook);
  const before = { ...webhook, isLast };
  await judgeChange(trx, instance, by, { thing: 'webhook', app, subjectId: webhook.id, before, after: null });
  const now = instance.clock.now();
  await deleteWebhook(trx, webhook.id, now);
  await endDeliveries(trx, [webhook.id], 'The endpoint was deleted.', now);
  const change = { action: 'webhook.deleted', subjectId: webhook.id, before: webhookView(webhook), after: null };
  await auditChange(trx, instance, by, { ...change, of: { appId: webhook.appId } });
  return { ...webhook, enabled: false, updatedAt: now };
}
