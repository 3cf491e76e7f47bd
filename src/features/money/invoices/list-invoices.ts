// GET /invoices: lists the invoices of one app or of all apps of the caller, newest first, with filters.
import { countsText, readCurrency, readMetadata, readTotals, several } from '../../../core/list-filters.ts';
import { type InvoiceStatus, invoiceStatuses } from '../../../core/payment/invoice.ts';
import {
  anyOf,
  appFilter,
  assetFilters,
  countsFilter,
  currencyFilter,
  metadataFilter,
  paymentSearchFilter,
  totalFilters,
} from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readAssetFilter } from '../../known/catalog/asset-filter.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { findApps } from '../../people/apps/store.ts';
import type { Invoice } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { countInvoices, narrowed, listInvoices as readInvoices } from '../ledger/lists/invoice-list-store.ts';
import { readSought } from '../ledger/lists/read-search.ts';
import { type PayableView, payableOf } from './payable.ts';

export function listInvoices(instance: Instance): Operation {
  return operation({
    id: 'listInvoices',
    method: 'GET',
    path: '/invoices',
    group: 'Invoices',
    summary: 'List invoices',
    description: 'All filters must match. `cryptocurrency` and `network` refer to its transactions.',
    access: { cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    query: Type.Object({
      ...appFilter,
      status: anyOf<InvoiceStatus>(invoiceStatuses),
      reference: Type.Optional(Type.String({ maxLength: 255, description: 'The order’s reference, exactly.' })),
      ...currencyFilter,
      ...assetFilters,
      ...totalFilters,
      ...metadataFilter,
      ...paymentSearchFilter,
      ...countsFilter,
      ...pageQuery,
    }),
    answer: Type.Array(InvoiceView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const currency = readCurrency(query.currency);
      const db = instance.db.byValue;
      const filter = await narrowed(db, {
        appIds,
        statuses: several(query.status),
        created: page.created,
        reference: query.reference ?? null,
        currency,
        totals: readTotals(query, currency),
        metadata: readMetadata(query),
        assetIds: await readAssetFilter(instance, query),
        sought: await readSought(instance, appIds, query.q),
      });
      const invoices = await readInvoices(db, filter, page);
      const counts = query.counts === true ? await countInvoices(db, filter) : null;
      const payable = await payableByApp(instance, invoices);
      const headers = counts === null ? {} : { 'x-counts': countsText(counts) };
      const at = { publicUrl: instance.publicUrl, url, headers };
      return pageAnswer(invoices, page, at, (invoice) => ({
        ...invoiceView(invoice, instance.publicUrl),
        ...payable.get(invoice.appId)?.(invoice),
      }));
    },
  });
}

/** Returns, for each app in the list, a function that says whether one of its invoices can be paid. */
async function payableByApp(
  instance: Instance,
  invoices: readonly Invoice[],
): Promise<ReadonlyMap<string, (invoice: Invoice) => PayableView>> {
  const apps = await findApps(instance.db, [...new Set(invoices.map(({ appId }) => appId))]);
  const found = apps.map(async (app) => [app.id, await payableOf(instance, app)] as const);
  return new Map(await Promise.all(found));
}
