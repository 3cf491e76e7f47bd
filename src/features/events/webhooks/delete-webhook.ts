// DELETE /webhook/{id}: deletes the endpoint. Pending deliveries to it are not sent.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { endDeliveries } from './delivery-log/delivery-store.ts';
import { lockEndingWebhook, refuseOfDoor } from './own-webhook.ts';
import { deleteWebhook as removeWebhook } from './store.ts';
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
      commit(async (trx) => {
        const { webhook, app, isLast } = await lockEndingWebhook(trx, params.id, caller);
        refuseOfDoor(webhook);
        const before = { ...webhook, isLast };
        const judged = { thing: 'webhook', app, subjectId: webhook.id, before, after: null } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        const now = instance.clock.now();
        await removeWebhook(trx, webhook.id, now);
        await endDeliveries(trx, [webhook.id], 'The endpoint was deleted.', now);
        const change = { action: 'webhook.deleted', subjectId: webhook.id, before: webhookView(webhook), after: null };
        await auditChange(trx, instance, { caller, origin }, { ...change, of: { appId: webhook.appId } });
        return webhookView({ ...webhook, enabled: false, updatedAt: now });
      }),
  });
}
