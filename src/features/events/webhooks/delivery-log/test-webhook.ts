// POST /webhook/{id}/test: sends the endpoint a test event, in the same way as every other event.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { appendEventFor, shownSince } from '../../events/store.ts';
import { lockOwnWebhook, refuseOfDoor } from '../own-webhook.ts';
import { webhookView } from '../view.ts';
import { type Delivery, findDelivery } from './delivery-store.ts';
import { DeliveryObject, deliveryView } from './delivery-view.ts';

export function testWebhook(instance: Instance): Operation {
  return operation({
    id: 'testWebhook',
    method: 'POST',
    path: '/webhook/:id/test',
    group: 'Webhooks',
    summary: 'Send a test event',
    description: 'Sends `webhook.test` and returns its delivery. The result is listed a moment later.',
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'delivery',
    params: idInPath,
    answer: DeliveryObject,
    problems: ['webhook_disabled', 'webhook_of_door'],
    handle: ({ params, caller, commit }) =>
      commit(async (trx) => {
        const { webhook } = await lockOwnWebhook(trx, params.id, caller);
        refuseOfDoor(webhook);
        if (!webhook.enabled) throw new Problem('webhook_disabled');
        const event = {
          id: instance.newId(),
          appId: webhook.appId,
          type: 'webhook.test' as const,
          invoiceId: null,
          sequence: null,
          data: webhookView(webhook),
          createdAt: instance.clock.now(),
        };
        const deliveryId = await appendEventFor(trx, event, webhook.id, instance.newId);
        return deliveryView((await findDelivery(trx, deliveryId, shownSince(event.createdAt))) as Delivery);
      }),
  });
}
