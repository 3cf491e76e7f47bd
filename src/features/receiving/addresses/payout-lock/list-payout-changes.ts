// GET /payout-changes: lists waiting and ended changes of receiving addresses and slugs.

import { appFilter } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppIds } from '../../../people/apps/own-app.ts';
import { listSlugChangesOf } from '../../../people/apps/slugs/slug-change-store.ts';
import { listChangesOf } from './payout-change-store.ts';
import { PayoutChangeView, payoutChangeViews, slugChangeView } from './view.ts';

export function listPayoutChanges(instance: Instance): Operation {
  return operation({
    id: 'listPayoutChanges',
    method: 'GET',
    path: '/payout-changes',
    group: 'App Addresses',
    summary: 'List payout changes',
    description: [
      'New receiving addresses of production apps that were paid before wait for a while. Slugs that will lead to',
      'another app wait too.',
    ].join(' '),
    access: { cookie: true, pat: 'addresses:read', appToken: true, oauth2: 'addresses:read' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(PayoutChangeView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const [ofAddresses, ofSlugs] = await Promise.all([
        listChangesOf(instance.db, appIds, page),
        listSlugChangesOf(instance.db, appIds, page),
      ]);
      const viewOf = await payoutChangeViews(instance, instance.db, ofAddresses);
      const changes = [
        ...ofAddresses.map((change) => ({ id: change.id, createdAt: change.createdAt, view: () => viewOf(change) })),
        ...ofSlugs.map((change) => ({
          id: change.id,
          createdAt: change.createdAt,
          view: () => slugChangeView(instance, change),
        })),
      ].sort((a, b) => (a.id < b.id ? 1 : -1));
      // Keeps one more than the limit, as a single list would, to show that there is a next page.
      const shown = changes.slice(0, page.limit + 1);
      return pageAnswer(shown, page, { publicUrl: instance.publicUrl, url }, (change) => change.view());
    },
  });
}
