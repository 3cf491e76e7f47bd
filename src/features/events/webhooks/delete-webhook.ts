// DELETE /webhook/{id}: deletes the endpoint. Pending deliveries to it are not sent.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { removeWebhook } from './acts/remove-webhook.ts';
import { WebhookObject, webhookView } from './view.ts';

export function deleteWebhook(instance: Instance): Operation {
  return operation({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhook/:id',
    group: 'Webhooks',
    summary: 'Delete webhook',
    description: [
      'Nothing more is sent there, not even pending deliveries. Its events stay listed. To delete the last enabled',
      'webhook, a browser needs a recent sign-in or step-up.',
    ].join(' '),
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'webhook',
    params: idInPath,
    answer: WebhookObject,
    problems: ['reauthentication_required', 'webhook_of_door'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => webhookView(await removeWebhook(trx, instance, { caller, origin }, params.id))),
  });
}
