// PUT /webhook/{id}: changes the given fields. Later attempts use the URL at the time they are made.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { changeWebhook } from './acts/change-webhook.ts';
import { WebhookObject, webhookView } from './view.ts';
import { webhookFields } from './webhook-body.ts';

const UpdateWebhookBody = Type.Object(
  {
    url: Type.Optional(webhookFields.url),
    events: Type.Optional(webhookFields.events),
    description: Type.Optional(webhookFields.description),
    enabled: Type.Optional(
      Type.Boolean({ description: 'false also ends pending deliveries; true clears past failures.' }),
    ),
  },
  { additionalProperties: false },
);

export function updateWebhook(instance: Instance): Operation {
  return operation({
    id: 'updateWebhook',
    method: 'PUT',
    path: '/webhook/:id',
    group: 'Webhooks',
    summary: 'Update webhook',
    description: [
      'Changes the given fields. A disabled webhook is sent nothing, not even pending deliveries. A',
      '`tampered` one can only be deleted (422).',
    ].join(' '),
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'webhook',
    params: idInPath,
    body: UpdateWebhookBody,
    answer: WebhookObject,
    problems: ['reauthentication_required', 'webhook_of_door'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) =>
        webhookView(await changeWebhook(trx, instance, { caller, origin }, { id: params.id, change: body })),
      ),
  });
}
