// POST /webhook: a new endpoint for an app's events, with a signing secret of its own.

import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { uuid } from '../../io/http/schemas.ts';
import { newWebhookSecret } from '../../io/outbound/webhook-signature.ts';
import { Type } from '../../io/schema.ts';
import { ownLiveApp } from '../apps/own-app.ts';
import { lockApp } from '../apps/store.ts';
import { noteChange } from '../audit/note-change.ts';
import type { Instance } from '../instance.ts';
import { countWebhooks, insertWebhook, type Webhook } from './store.ts';
import { secretContext, WebhookWithSecret, webhookView } from './view.ts';
import { checkWebhookUrl, webhookFields } from './webhook-body.ts';

const CreateWebhookBody = Type.Object(
  {
    app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
    url: webhookFields.url,
    events: Type.Optional(webhookFields.events),
    description: Type.Optional(webhookFields.description),
  },
  { additionalProperties: false },
);

/** Every event is written once for each endpoint, in the commit of a payment: that must stay little. */
const maxWebhooks = 20;

export function createWebhook(instance: Instance): Operation {
  return operation({
    id: 'createWebhook',
    method: 'POST',
    path: '/webhook',
    group: 'Webhooks',
    summary: 'Create webhook',
    description: 'Deliveries are signed as Standard Webhooks describes. The secret is in this answer only.',
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    body: CreateWebhookBody,
    status: 201,
    answer: WebhookWithSecret,
    problems: ['not_found', 'app_archived', 'too_many_webhooks'],
    handle: async ({ body, caller, origin, commit }) => {
      checkWebhookUrl(instance.outbound, body.url);
      const app = await ownLiveApp(instance.db, body.app_id, caller);
      return commit(async (trx) => {
        // Locked, so that two requests at once cannot both take the last place.
        await lockApp(trx, app.id);
        if ((await countWebhooks(trx, app.id)) >= maxWebhooks) throw new Problem('too_many_webhooks');
        const now = instance.clock.now();
        const webhook: Webhook = {
          id: instance.newId(),
          appId: app.id,
          url: body.url,
          events: body.events === undefined ? app.settings.webhookDefaults.events : body.events,
          description: body.description ?? null,
          enabled: true,
          disabledReason: null,
          failingSince: null,
          createdAt: now,
          updatedAt: now,
        };
        const secret = newWebhookSecret();
        await insertWebhook(trx, webhook, instance.vault.seal(secret, secretContext(webhook.id)));
        const after = webhookView(webhook);
        const change = { of: { appId: app.id }, action: 'webhook.created', subjectId: webhook.id, before: null, after };
        await noteChange(trx, instance, { caller, origin }, change);
        return { ...after, secret };
      });
    },
  });
}
