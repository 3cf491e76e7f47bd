// GET /webhook-delivery/{id}: the state of one event's delivery to one endpoint.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { shownSince } from '../../events/store.ts';
import { ownWebhook } from '../own-webhook.ts';
import { findDelivery } from './delivery-store.ts';
import { DeliveryObject, deliveryView } from './delivery-view.ts';

export function getDelivery(instance: Instance): Operation {
  return operation({
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/webhook-delivery/:id',
    group: 'Webhooks',
    summary: 'Get delivery',
    description: 'The delivery of one event to one endpoint. 404 after 30 days.',
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    params: idInPath,
    answer: DeliveryObject,
    handle: async ({ params, caller }) => {
      const since = shownSince(instance.clock.now());
      const delivery = isUuid(params.id) ? await findDelivery(instance.db, params.id, since) : null;
      if (delivery === null) throw new Problem('not_found');
      await ownWebhook(instance.db, delivery.webhookId, caller);
      return deliveryView(delivery);
    },
  });
}
