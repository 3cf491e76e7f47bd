// GET /refunds: lists the refunds of apps, newest first.
import { countsText, readCurrency, readMetadata, readTotals, several } from '../../../core/list-filters.ts';
import { type RefundStatus, refundStatuses } from '../../../core/payment/outgoing/refund.ts';
import { Problem } from '../../../core/problem.ts';
import {
  anyOf,
  appFilter,
  assetFilters,
  countsFilter,
  currencyFilter,
  metadataFilter,
  searchFilter,
  totalFilters,
} from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readAssetFilter } from '../../known/catalog/asset-filter.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { readSought } from '../../money/ledger/lists/read-search.ts';
import { findInvoicesNamed } from '../../money/ledger/lists/search-store.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import {
  countRefunds,
  narrowedRefunds,
  listRefunds as readRefunds,
  type SoughtRefunds,
} from './lists/refund-list-store.ts';
import { reportOf } from './own-refund.ts';
import { storedPsbts } from './psbt/prepare-refund.ts';
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

/** Reads `q`; returns null if it is absent. Throws Problem naming it. */
async function readSoughtRefunds(
  instance: Instance,
  appIds: readonly string[],
  q: string | undefined,
): Promise<SoughtRefunds | null> {
  const sought = await readSought(instance, appIds, q);
  return sought === null ? null : { ...sought, invoiceIds: await findInvoicesNamed(instance.db.byValue, sought) };
}

const refundSearchFilter = searchFilter(
  [
    'The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the',
    'refund or of its invoice, the hash of its transfer, or the address of either end.',
  ].join(' '),
);

export function listRefunds(instance: Instance): Operation {
  return operation({
    id: 'listRefunds',
    method: 'GET',
    path: '/refunds',
    group: 'Refunds',
    summary: 'List refunds',
    description: [
      'Newest first. All filters must match; `currency`, `total_min`, `total_max` and `metadata` refer to the invoice.',
      'Each PSBT is shown as it was built last: read one refund to have it built anew.',
    ].join(' '),
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
      ...currencyFilter,
      ...assetFilters,
      ...totalFilters,
      ...metadataFilter,
      ...refundSearchFilter,
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
      const currency = readCurrency(query.currency);
      const filter = await narrowedRefunds(db, {
        appIds,
        invoiceId: query.invoice_id ?? null,
        statuses: several(query.status),
        currency,
        totals: readTotals(query, currency),
        metadata: readMetadata(query),
        assetIds: await readAssetFilter(instance, query),
        sought: await readSoughtRefunds(instance, appIds, query.q),
      });
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
