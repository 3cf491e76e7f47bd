// Adds an endpoint for an app's events, with a signing secret of its own.
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { newWebhookSecret } from '../../../io/outbound/webhook-signature.ts';
import { refuseArchived } from '../../apps/own-app.ts';
import { type App, lockApp } from '../../apps/store.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import type { Instance } from '../../instance.ts';
import { countWebhooks, insertWebhook, type Webhook } from '../store.ts';
import { secretContext, webhookView } from '../view.ts';
import { checkWebhookUrl } from '../webhook-body.ts';

export interface AddWebhookParams {
  readonly app: App;
  readonly url: string;
  /** Types of events; null: all; left out: as the app's settings say. */
  readonly events?: readonly string[] | null | undefined;
  readonly description?: string | null | undefined;
  readonly by: ChangedBy;
}

/** Every event is written once for each endpoint, in the commit of a payment: that must stay little. */
const maxWebhooks = 20;

/** The secret is answered this once. Throws Problem: app_archived, too_many_webhooks, or naming the field at fault. */
export async function addWebhook(
  trx: Queryable,
  instance: Instance,
  params: AddWebhookParams,
): Promise<{ webhook: Webhook; secret: string }> {
  const { app, url, events = app.settings.webhookDefaults.events, description = null, by } = params;
  refuseArchived(app);
  checkWebhookUrl(instance.outbound, url);
  // Locked, so that two requests at once cannot both take the last place.
  await lockApp(trx, app.id);
  if ((await countWebhooks(trx, app.id)) >= maxWebhooks) throw new Problem('too_many_webhooks');
  const now = instance.clock.now();
  const sealed = { id: instance.newId(), appId: app.id, url };
  const webhook: Webhook = {
    ...sealed,
    mac: instance.seals.sign('webhook', sealed),
    events,
    description,
    enabled: true,
    disabledReason: null,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
  };
  const secret = newWebhookSecret();
  await insertWebhook(trx, webhook, instance.vault.seal(secret, secretContext(webhook.id)));
  const change = { of: { appId: app.id }, action: 'webhook.created', subjectId: webhook.id, before: null };
  await auditChange(trx, instance, by, { ...change, after: webhookView(webhook) });
  return { webhook, secret };
}
