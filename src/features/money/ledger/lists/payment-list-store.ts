// SQL of the payment lists: pages and counts of an app's transactions across all invoices.
import { type Counts, type CreatedRange, mostCounted, mostCountedOneByOne } from '../../../../core/list-filters.ts';
import { type TransactionStatus, transactionStatuses } from '../../../../core/payment/transaction.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { boundValues, startsAfter } from '../../../../io/db/keyset.ts';
import { type Grouping, newestOfGroups } from '../../../../io/db/lists/newest-of-groups.ts';
import type { Page } from '../../../../io/http/page.ts';
import { readTransaction, transactionColumns, type WithHeight } from '../transaction-store.ts';
import { hasTerms, type InvoiceTerms, invoiceConditions } from './invoice-terms.ts';
import { findTransactionIds, findTransactionsOf, type Sought, transactionHas } from './search-store.ts';

/** Transactions of these apps, whose invoices have the terms. Null in a filter matches everything. */
export interface PaymentFilter extends InvoiceTerms {
  readonly appIds: readonly string[];
  readonly statuses: readonly TransactionStatus[] | null;
  /** Only transactions with a payment that was seen. A canceled one has none, or lost it. */
  readonly isPayment: boolean;
  readonly created: CreatedRange;
  readonly assetIds: readonly string[] | null;
  readonly sought: Sought | null;
}

/** The same filter. `among` has the ids that match the search, or the terms of the invoice, if there are few. */
export interface NarrowedPayments extends PaymentFilter {
  readonly among: readonly string[] | null;
}

export async function narrowedPayments(db: Queryable, filter: PaymentFilter): Promise<NarrowedPayments> {
  const having = filter.sought === null ? null : await findTransactionIds(db, filter.sought);
  const sought = having === null ? filter.sought : null;
  // With few ids, the terms are cheap to check on each transaction.
  const among = having ?? (hasTerms(filter) ? await findTransactionsOf(db, filter.appIds, filter) : null);
  return { ...filter, among, sought };
}

/** A transaction with the fields of its invoice that a list shows. */
export interface Payment extends WithHeight {
  readonly id: string;
  readonly createdAt: Date;
  readonly reference: string | null;
  readonly currency: string;
}

/**
 * Returns the matching transactions, newest first, one more than the limit. Each app, asset and status is read through
 * an index that is sorted by time.
 */
export async function listPayments(
  db: Queryable,
  filter: NarrowedPayments,
  { limit, after }: Page,
): Promise<Payment[]> {
  const assetIds = await assetsOf(db, filter);
  const { values, bind } = boundValues();
  const fitting = [...startsAfter('t', { after, before: filter.created.before }, bind), ...conditionsOf(filter, bind)];
  const rowsOf = (whose: readonly string[]) =>
    `select t.id, t.created_at from transactions t where ${[...whose, ...fitting].join(' and ')}`;
  const newest = `order by t.created_at desc, t.id desc limit ${bind(limit)} + 1`;
  const groups: Grouping[] = [
    { column: 't.app_id', type: 'uuid', values: filter.appIds },
    { column: 't.asset_id', type: 'uuid', values: assetIds },
    { column: 't.status', type: 'text', values: statusesOf(filter) },
  ];
  const found =
    filter.among === null
      ? newestOfGroups(groups, { rowsOf, newest }, bind)
      : rowsOf(ofFilter({ ...filter, statuses: statusesOf(filter) }, bind));
  const rows = await db.query<PaymentRow>(
    `select ${transactionColumns}, c.block_number as scanned_height, i.reference, i.currency
     from (select t.id from (${found}) t ${newest}) found
     join transactions t on t.id = found.id join invoices i on i.id = t.invoice_id
     left join network_cursors c on c.network_id = t.network_id
     order by t.created_at desc, t.id desc`,
    values,
  );
  return rows.flatMap((row) => paymentOf(db, row) ?? []);
}

/** Counts the matching transactions by status. The status filter is ignored. */
export async function countPayments(db: Queryable, filter: NarrowedPayments): Promise<Counts> {
  const assetIds = await assetsOf(db, filter);
  const { values, bind } = boundValues();
  const isOneByOne = filter.sought !== null || (hasTerms(filter) && filter.among === null);
  const most = isOneByOne ? mostCountedOneByOne : mostCounted;
  const before = startsAfter('t', { after: null, before: filter.created.before }, bind);
  const fitting = [
    ...ofFilter({ ...filter, assetIds, statuses: null }, bind),
    ...before,
    ...conditionsOf(filter, bind),
  ];
  const each = statusesOf({ ...filter, statuses: null }).map(
    (status) => `select '${status}' as status, count(*)::int as count from (
       select from transactions t where t.status = '${status}' and ${fitting.join(' and ')} limit ${most + 1}) t`,
  );
  const rows = await db.query<{ status: string; count: number }>(each.join('\nunion all '), values);
  const counted = new Map(rows.map(({ status, count }) => [status, count]));
  return { byStatus: new Map(transactionStatuses.map((status) => [status, counted.get(status) ?? 0])), most };
}

function statusesOf({ statuses, isPayment }: PaymentFilter): readonly TransactionStatus[] {
  return (statuses ?? transactionStatuses).filter((status) => !isPayment || status !== 'canceled');
}

type Bind = (value: unknown) => string;

/** Returns the assets of the filter, or all assets if it names none. */
async function assetsOf(db: Queryable, { assetIds }: PaymentFilter): Promise<readonly string[]> {
  if (assetIds !== null) return assetIds;
  const rows = await db.query<{ id: string }>('select id from assets');
  return rows.map(({ id }) => id);
}

function ofFilter({ appIds, assetIds, statuses }: PaymentFilter, bind: Bind): string[] {
  return [
    `t.app_id = any(${bind(appIds)}::uuid[])`,
    ...(assetIds === null ? [] : [`t.asset_id = any(${bind(assetIds)}::uuid[])`]),
    ...(statuses === null ? [] : [`t.status = any(${bind(statuses)}::text[])`]),
  ];
}

function conditionsOf(filter: NarrowedPayments, bind: Bind): string[] {
  const { created, sought, among, isPayment } = filter;
  const terms = ['i.id = t.invoice_id', ...invoiceConditions(filter, bind)].join(' and ');
  return [
    ...(hasTerms(filter) ? [`(select true from invoices i where ${terms})`] : []),
    ...(isPayment ? ['t.hash is not null'] : []),
    ...(created.from === null ? [] : [`t.created_at >= ${bind(created.from)}`]),
    ...(among === null ? [] : [`t.id = any(${bind(among)}::uuid[])`]),
    ...(sought === null ? [] : [transactionHas(sought, bind)]),
  ];
}

interface PaymentRow extends Readonly<Record<string, unknown>> {
  readonly scanned_height: string | null;
  readonly reference: string | null;
  readonly currency: string;
}

/** Returns null for a transaction that was changed outside the service. */
function paymentOf(db: Queryable, row: PaymentRow): Payment | null {
  const transaction = readTransaction(db, row);
  if (transaction === null) return null;
  const { id, createdAt } = transaction;
  const scannedHeight = row.scanned_height === null ? null : Number(row.scanned_height);
  return { transaction, scannedHeight, id, createdAt, reference: row.reference, currency: row.currency };
}
