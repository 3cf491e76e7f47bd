// GET /payout-changes: changes of where an app's money goes that wait, and what became of those before.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import { ownApp } from '../../apps/own-app.ts';
import type { Instance } from '../../instance.ts';
import { listChangesOf } from './payout-change-store.ts';
import { PayoutChangeView, payoutChangeViews } from './view.ts';

export function listPayoutChanges(instance: Instance): Operation {
  return operation({
    id: 'listPayoutChanges',
    method: 'GET',
    path: '/payout-changes',
    group: 'App Addresses',
    summary: 'List payout changes',
    description: 'Receiving addresses of production apps that were paid before wait for a while.',
    access: { cookie: true, pat: 'addresses:read', appToken: true, oauth2: 'addresses:read' },
    query: Type.Object({ app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }), ...pageQuery }),
    answer: Type.Array(PayoutChangeView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const app = await ownApp(instance.db, query.app_id, caller);
      const page = readPage(query);
      const changes = await listChangesOf(instance.db, app.id, page);
      const view = await payoutChangeViews(instance, instance.db, changes);
      return pageAnswer(changes, page, { publicUrl: instance.publicUrl, url }, view);
    },
  });
}
