// GET /event/{id}: returns one event from the last 30 days.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { findEvent } from './event-list-store.ts';
import { shownMillis } from './store.ts';
import { EventObject, eventViewFor } from './view.ts';

export function getEvent(instance: Instance): Operation {
  return operation({
    id: 'getEvent',
    method: 'GET',
    path: '/event/:id',
    group: 'Webhooks',
    summary: 'Get event',
    description: 'One event of the last 30 days; its id is the webhook-id of its deliveries.',
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    params: idInPath,
    answer: EventObject,
    handle: async ({ params, caller }) => {
      const since = new Date(instance.clock.now().getTime() - shownMillis);
      const event = isUuid(params.id) ? await findEvent(instance.db, params.id, since) : null;
      const app = event === null ? null : await ownAppOrNull(instance.db, event.appId, caller);
      if (event === null || app === null) throw new Problem('not_found');
      return eventViewFor(caller, event);
    },
  });
}
