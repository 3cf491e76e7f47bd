// POST /webhook-delivery/{id}/redeliver: sends a delivery again. If that fails, the whole retry schedule applies.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { shownSince, wake } from '../../events/store.ts';
import { lockOwnWebhook } from '../own-webhook.ts';
import { type Delivery, findDelivery, restartDelivery } from './delivery-store.ts';
import { DeliveryObject, deliveryView } from './delivery-view.ts';

export function redeliver({ clock }: Pick<Instance, 'clock'>): Operation {
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
      commit(async (trx) => {
        const since = shownSince(clock.now());
        const delivery = isUuid(params.id) ? await findDelivery(trx, params.id, since) : null;
        if (delivery === null) throw new Problem('not_found');
        const { webhook } = await lockOwnWebhook(trx, delivery.webhookId, caller);
        if (!webhook.enabled) throw new Problem('webhook_disabled');
        await restartDelivery(trx, delivery.id);
        await wake(trx, [webhook.id]);
        return deliveryView((await findDelivery(trx, delivery.id, since)) as Delivery);
      }),
  });
}
