// SQL of the invoice lists: pages and counts of the invoices that match all filters.
import { type Counts, type CreatedRange, mostCounted, mostCountedOneByOne } from '../../../../core/list-filters.ts';
import { type InvoiceStatus, invoiceStatuses } from '../../../../core/payment/invoice.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { boundValues, startsAfter } from '../../../../io/db/keyset.ts';
import type { Found } from '../../../../io/db/lists/found-ids.ts';
import { type Grouping, newestOfGroups } from '../../../../io/db/lists/newest-of-groups.ts';
import type { Page } from '../../../../io/http/page.ts';
import { type Invoice, invoiceColumns, readInvoices } from '../invoice-store.ts';
import { type InvoiceTerms, invoiceConditions } from './invoice-terms.ts';
import { findInvoiceIds, findInvoicesPaidWith, invoiceHas, type Sought } from './search-store.ts';

/** Invoices of these apps. Null in a filter matches everything. */
export interface InvoiceFilter extends InvoiceTerms {
  readonly appIds: readonly string[];
  readonly statuses: readonly InvoiceStatus[] | null;
  readonly created: CreatedRange;
  readonly reference: string | null;
  /** Matches invoices that have a transaction in one of these assets. */
  readonly assetIds: readonly string[] | null;
  readonly sought: Sought | null;
}

/** The same filter, in which conditions that few invoices match are replaced by the ids of those invoices. */
export interface NarrowedFilter extends InvoiceFilter {
  readonly among: readonly string[] | null;
}

/** Looks up the invoices that match the search text or the assets. If there are few, the list filters by their ids. */
export async function narrowed(db: Queryable, filter: InvoiceFilter): Promise<NarrowedFilter> {
  const { appIds, assetIds, sought } = filter;
  const having: Found = sought === null ? null : await findInvoiceIds(db, sought);
  // With few ids, the asset condition is cheap to check on each invoice.
  const paid: Found = assetIds === null || having !== null ? null : await findInvoicesPaidWith(db, appIds, assetIds);
  return {
    ...filter,
    sought: having === null ? sought : null,
    assetIds: paid === null ? assetIds : null,
    among: having ?? paid,
  };
}

type Bind = (value: unknown) => string;

/**
 * Returns the matching invoices, newest first, one more than the limit. Unused filters are left out of the statement.
 * Each app and each status is read through an index that is sorted by time.
 */
export async function listInvoices(db: Queryable, filter: NarrowedFilter, { limit, after }: Page): Promise<Invoice[]> {
  const { appIds, statuses, among } = filter;
  const { values, bind } = boundValues();
  const fitting = [...startsAfter('i', { after, before: filter.created.before }, bind), ...conditionsOf(filter, bind)];
  const rowsOf = (whose: readonly string[]) =>
    `select i.* from invoices i where ${[...whose, ...fitting].join(' and ')}`;
  const newest = `order by i.created_at desc, i.id desc limit ${bind(limit)} + 1`;
  const groups: Grouping[] = [
    { column: 'i.app_id', type: 'uuid', values: appIds },
    ...(statuses === null ? [] : [{ column: 'i.status', type: 'text', values: statuses } as const]),
  ];
  const text =
    among === null
      ? newestOfGroups(groups, { rowsOf, newest }, bind)
      : rowsOf([`i.app_id = any(${bind(appIds)}::uuid[])`, ...ofStatuses(statuses, bind)]);
  const rows = await db.query(`select ${invoiceColumns} from (${text}) i ${newest}`, values);
  return readInvoices(db, rows);
}

/** Counts the matching invoices by status. The status filter is ignored. */
export async function countInvoices(db: Queryable, filter: NarrowedFilter): Promise<Counts> {
  const { values, bind } = boundValues();
  const most = filter.assetIds === null && filter.sought === null ? mostCounted : mostCountedOneByOne;
  const before = startsAfter('i', { after: null, before: filter.created.before }, bind);
  const fitting = [`i.app_id = any(${bind(filter.appIds)}::uuid[])`, ...before, ...conditionsOf(filter, bind)];
  const each = invoiceStatuses.map(
    (status) => `select '${status}' as status, count(*)::int as count from (
       select from invoices i where i.status = '${status}' and ${fitting.join(' and ')} limit ${most + 1}) i`,
  );
  const rows = await db.query<{ status: string; count: number }>(each.join('\nunion all '), values);
  return { byStatus: new Map(rows.map(({ status, count }) => [status, count])), most };
}

function ofStatuses(statuses: readonly string[] | null, bind: Bind): string[] {
  return statuses === null ? [] : [`i.status = any(${bind(statuses)}::text[])`];
}

function conditionsOf(filter: NarrowedFilter, bind: Bind): string[] {
  const { created, reference, assetIds, sought, among } = filter;
  return [
    ...(created.from === null ? [] : [`i.created_at >= ${bind(created.from)}`]),
    ...(reference === null ? [] : [`i.reference = ${bind(reference)}`]),
    ...invoiceConditions(filter, bind),
    ...(among === null ? [] : [`i.id = any(${bind(among)}::uuid[])`]),
    ...(assetIds === null ? [] : [paidWith(assetIds, bind)]),
    ...(sought === null ? [] : [invoiceHas(sought, bind)]),
  ];
}

/** This condition is checked for each invoice in turn. */
function paidWith(assetIds: readonly string[], bind: Bind): string {
  return `(select true from transactions t
    where t.invoice_id = i.id and t.asset_id = any(${bind(assetIds)}::uuid[]) limit 1)`;
}
