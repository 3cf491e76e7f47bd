// GET /events: what happened in an app, newest first, for a receiver that must catch up.
import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownApp } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { listEvents as readEvents, shownMillis } from './store.ts';
import { EventObject, eventViewFor } from './view.ts';

export function listEvents(instance: Instance): Operation {
  return operation({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    group: 'Webhooks',
    summary: 'List events',
    description: 'The events of the last 30 days. An id here is the webhook-id of every delivery of the event.',
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    query: Type.Object({
      app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
      ...pageQuery,
    }),
    answer: Type.Array(EventObject),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const app = await ownApp(instance.db, query.app_id, caller);
      const page = readPage(query);
      const since = new Date(instance.clock.now().getTime() - shownMillis);
      const events = await readEvents(
        instance.db,
        { appId: app.id, since },
        { limit: page.limit, afterId: page.after?.id ?? null },
      );
      return pageAnswer(events, page, { publicUrl: instance.publicUrl, url }, (event) => eventViewFor(caller, event));
    },
  });
}
