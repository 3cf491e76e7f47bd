// GET /webhook/{id}/deliveries: the deliveries to an endpoint and its replies, newest first.

import { several } from '../../../../core/list-filters.ts';
import { anyOf } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { shownSince } from '../../events/store.ts';
import { ownWebhook } from '../own-webhook.ts';
import { type Delivery, listDeliveries as readDeliveries } from './delivery-store.ts';
import { DeliveryObject, deliveryView } from './delivery-view.ts';

export function listDeliveries(instance: Instance): Operation {
  return operation({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhook/:id/deliveries',
    group: 'Webhooks',
    summary: 'List deliveries',
    description: 'The deliveries of the last 30 days with their responses. `exhausted` ones can be sent again.',
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    params: idInPath,
    query: Type.Object({
      status: anyOf<Delivery['status']>(['pending', 'delivered', 'exhausted']),
      ...pageQuery,
    }),
    answer: Type.Array(DeliveryObject),
    handle: async ({ params, query, caller, url }) => {
      const webhook = await ownWebhook(instance.db, params.id, caller);
      const page = readPage(query);
      const filter = {
        webhookId: webhook.id,
        since: shownSince(instance.clock.now()),
        statuses: several(query.status),
        created: page.created,
      };
      const deliveries = await readDeliveries(instance.db.byValue, filter, page);
      return pageAnswer(deliveries, page, { publicUrl: instance.publicUrl, url }, deliveryView);
    },
  });
}
