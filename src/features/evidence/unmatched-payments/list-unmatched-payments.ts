// GET /unmatched-payments: lists payments to the apps' addresses that wait for their merchant, newest first.
import { countsText, readSearch, several } from '../../../core/list-filters.ts';
import { anyOf, appFilter, assetFilters, countsFilter, searchFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readAssetFilter } from '../../known/catalog/asset-filter.ts';
import { addressesMeant } from '../../money/ledger/lists/read-search.ts';
import { countUnmatched, listUnmatched } from '../../money/payments/unmatched/unmatched-list-store.ts';
import type { UnmatchedStatus } from '../../money/payments/unmatched/unmatched-store.ts';
import { UnmatchedPaymentView, unmatchedPaymentView, unmatchedStatuses } from '../../money/payments/unmatched/view.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';

export function listUnmatchedPayments(instance: Instance): Operation {
  return operation({
    id: 'listUnmatchedPayments',
    method: 'GET',
    path: '/unmatched-payments',
    group: 'Transactions',
    summary: 'List unmatched payments',
    description: 'Lists money that reached an address of the app and cannot be matched to one transaction.',
    access: { cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    query: Type.Object({
      ...appFilter,
      status: anyOf<UnmatchedStatus>(unmatchedStatuses, '`waiting` unless given.'),
      ...assetFilters,
      ...searchFilter(
        'Exact match of its id, the hash of its chain transaction or, unless it is assigned, one of its addresses.',
      ),
      ...countsFilter,
      ...pageQuery,
    }),
    answer: Type.Array(UnmatchedPaymentView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const search = readSearch(query.q);
      const filter = {
        appIds,
        statuses: several(query.status) ?? (['waiting'] as const),
        created: page.created,
        assetIds: await readAssetFilter(instance, query),
        sought: search === null ? null : { ...search, addresses: addressesMeant(instance, search.text) },
      };
      const db = instance.db.byValue;
      const payments = await listUnmatched(db, filter, page);
      const counts = query.counts === true ? await countUnmatched(db, filter, unmatchedStatuses) : null;
      const headers = counts === null ? {} : { 'x-counts': countsText(counts) };
      return pageAnswer(payments, page, { publicUrl: instance.publicUrl, url, headers }, (payment) =>
        unmatchedPaymentView(instance, payment),
      );
    },
  });
}
