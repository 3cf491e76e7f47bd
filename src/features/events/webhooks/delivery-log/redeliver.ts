// POST /webhook-delivery/{id}/redeliver: sends a delivery again. If that fails, the whole retry schedule applies.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { sendAgain } from '../acts/send-again.ts';
import { DeliveryObject, deliveryView } from './delivery-view.ts';

export function redeliver(instance: Pick<Instance, 'clock'>): Operation {
  return operation({
    id: 'redeliverWebhookDelivery',
    method: 'POST',
    path: '/webhook-delivery/:id/redeliver',
    group: 'Webhooks',
    summary: 'Deliver again',
    description: 'With the same webhook-id and body, taken before or not.',
    access: { cookie: true, pat: 'webhooks:write', appToken: true, oauth2: 'webhooks:write' },
    writes: 'delivery',
    params: idInPath,
    answer: DeliveryObject,
    problems: ['webhook_disabled'],
    handle: ({ params, caller, commit }) =>
      commit(async (trx) => deliveryView(await sendAgain(trx, instance, caller, params.id))),
  });
}
