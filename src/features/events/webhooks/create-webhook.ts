// POST /webhook: creates an endpoint for an app's events, with its own signing secret.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { uuid } from '../../../io/http/schemas.ts';
import type { SignatureScheme } from '../../../io/outbound/webhook-signature.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownApp } from '../../people/apps/own-app.ts';
import { addWebhook } from './acts/add-webhook.ts';
import { WebhookWithSecret, webhookView } from './view.ts';
import { webhookFields } from './webhook-body.ts';

const CreateWebhookBody = Type.Object(
  {
    app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
    url: webhookFields.url,
    events: Type.Optional(webhookFields.events),
    description: Type.Optional(webhookFields.description),
    signature: Type.Optional(
      Type.Unsafe<SignatureScheme>({
        type: 'string',
        enum: ['v1', 'v1a'],
        description:
          'How deliveries are signed: `v1` (HMAC-SHA256, the default) or `v1a` (Ed25519). It cannot be changed later.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function createWebhook(instance: Instance): Operation {
  return operation({
    id: 'createWebhook',
    method: 'POST',
    path: '/webhook',
    group: 'Webhooks',
    summary: 'Create webhook',
    description: 'The secret is only in this response.',
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'webhook',
    body: CreateWebhookBody,
    status: 201,
    answer: WebhookWithSecret,
    problems: ['not_found', 'app_archived', 'too_many_webhooks'],
    handle: async ({ body, caller, origin, commit }) => {
      const app = await ownApp(instance.db, body.app_id, caller);
      const { url, events, description, signature } = body;
      const params = { app, url, events, description, signature, by: { caller, origin } };
      return commit(async (trx) => {
        const { webhook, secret } = await addWebhook(trx, instance, params);
        const after = { ...webhook, hasNewSecret: false };
        const judged = { thing: 'webhook', app, subjectId: webhook.id, before: null, after } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        return { ...webhookView(webhook), secret };
      });
    },
  });
}
