// SQL of the lists of refunds: pages and counts of an app's refunds across all invoices.
import { type Counts, mostCounted, type Search } from '../../../../core/list-filters.ts';
import { type RefundStatus, refundStatuses } from '../../../../core/payment/outgoing/refund.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { boundValues, startsAfter } from '../../../../io/db/keyset.ts';
import { type Found, foundBy } from '../../../../io/db/lists/found-ids.ts';
import type { Page } from '../../../../io/http/page.ts';
import {
  hasTerms,
  type InvoiceTerms,
  invoiceBeginsWith,
  invoiceConditions,
} from '../../../money/ledger/lists/invoice-terms.ts';
import { type Refund, readRefunds, refundColumns } from '../refund-store.ts';

/** A search text, with its meanings. */
export interface SoughtRefunds extends Search {
  /** The canonical addresses that the text can mean. */
  readonly addresses: readonly string[];
  /** The invoices with this id, or this beginning of a reference or e-mail; null for very many. */
  readonly invoiceIds: Found;
}

/** Refunds of these apps, whose invoices have the terms. Null in a filter matches everything. */
export interface RefundFilter extends InvoiceTerms {
  readonly appIds: readonly string[];
  readonly invoiceId: string | null;
  readonly statuses: readonly RefundStatus[] | null;
  readonly assetIds: readonly string[] | null;
  readonly sought: SoughtRefunds | null;
}

/** The same filter. `among` has the ids that match the search, if there are few. */
export interface NarrowedRefunds extends RefundFilter {
  readonly among: Found;
}

export async function narrowedRefunds(db: Queryable, filter: RefundFilter): Promise<NarrowedRefunds> {
  const among = filter.sought === null ? null : await findRefundIds(db, filter.appIds, filter.sought);
  return { ...filter, among, sought: among === null ? filter.sought : null };
}

/** Lists refunds, newest first, one more than the limit. */
export async function listRefunds(
  db: Queryable,
  filter: NarrowedRefunds,
  { limit, after, created }: Page,
): Promise<Refund[]> {
  const { values, bind } = boundValues();
  const fitting = [
    ...conditionsOf(filter, bind),
    ...startsAfter('r', { after, before: created.before }, bind),
    ...(created.from === null ? [] : [`r.created_at >= ${bind(created.from)}`]),
  ];
  if (filter.statuses !== null) fitting.push(`r.status = any(${bind(filter.statuses)})`);
  const rows = await db.query(
    `select ${refundColumns('r')} from refunds r where ${fitting.join(' and ')}
     order by r.created_at desc, r.id desc limit ${Math.trunc(limit) + 1}`,
    values,
  );
  return readRefunds(db, rows);
}

/** Counts the refunds by status. The status filter is ignored. */
export async function countRefunds(db: Queryable, filter: NarrowedRefunds): Promise<Counts> {
  const { values, bind } = boundValues();
  const rows = await db.query<{ status: string; count: number }>(
    `select r.status, count(*)::int as count from refunds r where ${conditionsOf(filter, bind).join(' and ')}
     group by r.status`,
    values,
  );
  const found = new Map(rows.map((row) => [row.status, row.count]));
  return { byStatus: new Map(refundStatuses.map((status) => [status, found.get(status) ?? 0])), most: mostCounted };
}

type Bind = (value: unknown) => string;

function conditionsOf(filter: NarrowedRefunds, bind: Bind): string[] {
  const { appIds, invoiceId, assetIds, among, sought } = filter;
  const terms = ['i.id = r.invoice_id', ...invoiceConditions(filter, bind)].join(' and ');
  return [
    `r.app_id = any(${bind(appIds)}::uuid[])`,
    ...(invoiceId === null ? [] : [`r.invoice_id = ${bind(invoiceId)}`]),
    ...(assetIds === null ? [] : [`r.asset_id = any(${bind(assetIds)}::uuid[])`]),
    ...(hasTerms(filter) ? [`(select true from invoices i where ${terms})`] : []),
    ...(among === null ? [] : [`r.id = any(${bind(among)}::uuid[])`]),
    ...(sought === null ? [] : [refundHas(sought, bind)]),
  ];
}

/** Finds refunds by id, transfer, address or invoice. Each branch uses an index. Null for too many. */
async function findRefundIds(db: Queryable, appIds: readonly string[], sought: SoughtRefunds): Promise<Found> {
  if (sought.invoiceIds === null) return null;
  const { values, bind } = boundValues();
  const apps = `app_id = any(${bind(appIds)}::uuid[])`;
  const ways = [...ownConditions(sought, bind), `invoice_id = any(${bind(sought.invoiceIds)}::uuid[])`];
  return foundBy(
    db,
    ways.map((way) => `select id from refunds where ${way} and ${apps}`),
    values,
  );
}

/** The same condition for one refund `r` at a time, where the text has very many results. */
function refundHas(sought: SoughtRefunds, bind: Bind): string {
  const named = `(select true from invoices i where i.id = r.invoice_id and ${invoiceBeginsWith(sought, bind)})`;
  return `(${[...ownConditions(sought, bind).map((one) => `r.${one}`), named].join(' or ')})`;
}

/** Conditions on the refund itself. Each begins with the name of a column. */
function ownConditions({ id, hashes, addresses }: SoughtRefunds, bind: Bind): string[] {
  const hash = `any(${bind(hashes)}::text[])`;
  const at = addresses.length === 0 ? null : `any(${bind(addresses)}::text[])`;
  return [
    ...(id === null ? [] : [`id = ${bind(id)}::uuid`]),
    `hash = ${hash}`,
    `reported_hash = ${hash}`,
    ...(at === null ? [] : [`recipient = ${at}`, `sender = ${at}`]),
  ];
}
