// GET /refunds: lists the refunds of apps, newest first.
import { countsText, several } from '../../../core/list-filters.ts';
import { type RefundStatus, refundStatuses } from '../../../core/payment/outgoing/refund.ts';
import { Problem } from '../../../core/problem.ts';
import { anyOf, appFilter, assetFilters, countsFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readAssetFilter } from '../../known/catalog/asset-filter.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { reportOf } from './own-refund.ts';
import { storedPsbts } from './psbt/prepare-refund.ts';
import { countRefunds, listRefunds as readRefunds } from './refund-store.ts';
import { RefundView, refundView } from './view.ts';

/** Throws Problem not_found for an invoice of another merchant. */
async function requireOwnInvoice(
  { db }: Pick<Instance, 'db'>,
  appIds: readonly string[],
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const invoice = await findInvoice(db, id);
  if (invoice === null || !appIds.includes(invoice.appId)) throw new Problem('not_found');
}

export function listRefunds(instance: Instance): Operation {
  return operation({
    id: 'listRefunds',
    method: 'GET',
    path: '/refunds',
    group: 'Refunds',
    summary: 'List refunds',
    description: 'Newest first. Each PSBT is shown as it was built last: read one refund to have it built anew.',
    access: {
      cookie: true,
      pat: 'invoices:read',
      appToken: true,
      oauth2: 'invoices:read',
      orScope: 'refunds:write',
      permission: 'read',
    },
    query: Type.Object({
      ...appFilter,
      invoice_id: Type.Optional(uuid),
      status: anyOf<RefundStatus>(refundStatuses),
      ...assetFilters,
      ...countsFilter,
      ...pageQuery,
    }),
    answer: Type.Array(RefundView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const db = instance.db.byValue;
      const page = readPage(query);
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      await requireOwnInvoice(instance, appIds, query.invoice_id);
      const filter = {
        appIds,
        invoiceId: query.invoice_id ?? null,
        statuses: several(query.status),
        assetIds: await readAssetFilter(instance, query),
      };
      const refunds = await readRefunds(db, filter, page);
      const reports = new Map(
        await Promise.all(refunds.map(async (one) => [one.id, await reportOf(db, one)] as const)),
      );
      const counts = query.counts === true ? await countRefunds(db, filter) : null;
      const headers = counts === null ? {} : { 'x-counts': countsText(counts) };
      const unsigned = await storedPsbts(instance, db, refunds);
      return pageAnswer(refunds, page, { publicUrl: instance.publicUrl, url, headers }, (refund) => ({
        ...refundView(instance, refund, reports.get(refund.id) ?? null),
        ...unsigned.get(refund.id),
      }));
    },
  });
}
