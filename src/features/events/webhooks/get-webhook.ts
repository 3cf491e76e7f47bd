// GET /webhook/{id}: one endpoint, without its secret.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { ownWebhook } from './own-webhook.ts';
import { WebhookObject, webhookView } from './view.ts';

export function getWebhook(instance: Instance): Operation {
  return operation({
    id: 'getWebhook',
    method: 'GET',
    path: '/webhook/:id',
    group: 'Webhooks',
    summary: 'Get webhook',
    description: '`disabled_reason` and `failing_since` show its state.',
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    params: idInPath,
    answer: WebhookObject,
    handle: async ({ params, caller }) => webhookView(await ownWebhook(instance.db, params.id, caller)),
  });
}
