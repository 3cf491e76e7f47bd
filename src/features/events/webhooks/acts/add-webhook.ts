// Adds an endpoint for an app's events, with its own signing secret.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { newSigningKey, type SignatureScheme } from '../../../../io/outbound/webhook-signature.ts';
import type { Instance } from '../../../instance.ts';
import { notifyOwners } from '../../../people/apps/acts/notify-owners.ts';
import { refuseArchived } from '../../../people/apps/own-app.ts';
import { type App, lockApp } from '../../../people/apps/store.ts';
import { auditChange, type ChangedBy } from '../../../people/audit/audit-change.ts';
import { countWebhooks, insertWebhook, type Webhook } from '../store.ts';
import { secretContext, webhookView } from '../view.ts';
import { checkWebhookUrl } from '../webhook-body.ts';

export interface AddWebhookParams {
  readonly app: App;
  readonly url: string;
  /** Types of events. Null means all; absent means the default of the app's settings. */
  readonly events?: readonly string[] | null | undefined;
  readonly description?: string | null | undefined;
  /** Absent means v1. */
  readonly signature?: SignatureScheme | undefined;
  /** False for an endpoint that gets no deliveries yet. */
  readonly enabled?: boolean | undefined;
  /** Absent for an endpoint of this API. */
  readonly shop?: ShopEndpoint | undefined;
  readonly by: ChangedBy;
}

/** An endpoint that is notified in another dialect, while its door is open. */
export interface ShopEndpoint extends Pick<Webhook, 'dialect' | 'shopEvents'> {
  readonly doorId: string;
  /** Signs its deliveries, in the way of the dialect. */
  readonly secret: string;
}

/** Each event is inserted once for each endpoint within the commit of a payment, so their number must stay small. */
const maxWebhooks = 20;

/**
 * Returns the v1 secret, which is shown only this once. The private key of v1a is never returned. Throws Problem:
 * app_archived, too_many_webhooks, or naming the invalid field.
 */
export async function addWebhook(
  trx: Queryable,
  instance: Instance,
  params: AddWebhookParams,
): Promise<{ webhook: Webhook; secret: string | null }> {
  const { app, url, events = app.settings.webhookDefaults.events, description = null, shop, by } = params;
  const { signature = 'v1', enabled = true } = params;
  refuseArchived(app);
  checkWebhookUrl(instance.outbound, url);
  // The lock prevents two concurrent requests from both taking the last place.
  await lockApp(trx, app.id);
  if ((await countWebhooks(trx, app.id)) >= maxWebhooks) throw new Problem('too_many_webhooks');
  const now = instance.clock.now();
  const key = shop === undefined ? newSigningKey(signature) : { secret: shop.secret, publicKey: null };
  const webhook: Webhook = {
    id: instance.newId(),
    appId: app.id,
    url,
    tampered: false,
    events,
    description,
    signature,
    publicKey: key.publicKey,
    enabled,
    disabledReason: enabled ? null : 'by_owner',
    failingSince: null,
    previousUntil: null,
    dialect: shop?.dialect ?? 'quittance',
    doorId: shop?.doorId ?? null,
    byOrder: false,
    shopEvents: shop?.shopEvents ?? null,
    createdAt: now,
    updatedAt: now,
  };
  await insertWebhook(trx, webhook, instance.vault.seal(key.secret, secretContext(webhook.id)));
  const change = { of: { appId: app.id }, action: 'webhook.created', subjectId: webhook.id, before: null };
  await auditChange(trx, instance, by, { ...change, after: webhookView(webhook) });
  const place = new URL(url).host;
  const says = `The app ${nameInBody(app.name)} has a new webhook, which receives its payments’ events, at ${place}.`;
  const told = { subjectId: webhook.id, subject: 'A webhook was added', says, origin: by.origin };
  await notifyOwners(trx, instance, app.id, told);
  return { webhook, secret: signature === 'v1' ? key.secret : null };
}
