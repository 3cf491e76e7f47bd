// All SQL of the table invoices.
import type { InvoiceException, InvoiceState, InvoiceStatus } from '../../core/payment/invoice.ts';
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast, timeOrLast } from '../../io/db/keyset.ts';
import type { Page } from '../../io/http/page.ts';

/** What was ordered, as the merchant told it. Decimals in the invoice's currency. */
export interface Order {
  readonly reference?: string | null;
  readonly description?: string | null;
  readonly items?: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly price: string;
    readonly image?: string | null;
  }[];
  readonly discount?: string | null;
  readonly tax?: string | null;
  readonly shipping?: string | null;
}

export interface Customer {
  readonly email?: string | null;
  readonly name?: string | null;
}

/** An invoice; fiat in minor units of `currency`. sequence counts its events. */
export interface Invoice extends InvoiceState {
  readonly id: string;
  readonly appId: string;
  readonly currency: string;
  readonly reference: string | null;
  readonly order: Order;
  readonly customer: Customer;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly sequence: bigint;
  readonly expiresAt: Date;
  /** expiresAt on the clock of the chains offered. */
  readonly deadline: Date;
  /** Since when the merchant may let the goods go although not everything is confirmed. */
  readonly acceptedAt: Date | null;
  readonly paidAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface InvoiceRow {
  id: string;
  app_id: string;
  status: InvoiceStatus;
  currency: string;
  total: string;
  paid: string;
  pending: string;
  tolerance: string;
  exceptions: InvoiceException[];
  reference: string | null;
  order: Order;
  customer: Customer;
  success_url: string | null;
  cancel_url: string | null;
  metadata: Record<string, string>;
  sequence: string;
  expires_at: Date;
  deadline: Date;
  accepted_at: Date | null;
  paid_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `id, app_id, status, currency, total, paid, pending, tolerance, exceptions, reference, "order", customer,
  success_url, cancel_url, metadata, sequence, expires_at, deadline, accepted_at, paid_at, created_at, updated_at`;

export async function findInvoice(db: Queryable, id: string): Promise<Invoice | null> {
  return one(await db.query<InvoiceRow>(`select ${columns} from invoices where id = $1`, [id]));
}

/** The invoice, locked until the commit: every change of it and of its transactions is made under this lock. */
export async function lockInvoice(trx: Queryable, id: string): Promise<Invoice | null> {
  return one(await trx.query<InvoiceRow>(`select ${columns} from invoices where id = $1 for update`, [id]));
}

/** Several at once, locked in the order of their ids so that two commits never wait for each other. */
export async function lockInvoices(trx: Queryable, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return [];
  const rows = await trx.query<InvoiceRow>(
    `select ${columns} from invoices where id = any($1::uuid[]) order by id for update`,
    [ids],
  );
  return rows.map(invoiceFromRow);
}

/** The app's invoice that is neither canceled nor expired and has this order reference. */
export async function findInvoiceByReference(db: Queryable, appId: string, reference: string): Promise<Invoice | null> {
  const rows = await db.query<InvoiceRow>(
    `select ${columns} from invoices where app_id = $1 and reference = $2 and status not in ('canceled', 'expired')`,
    [appId, reference],
  );
  return one(rows);
}

/** The currency of an app's newest invoice; null where it has none. */
export async function newestCurrency(db: Queryable, appId: string): Promise<string | null> {
  const rows = await db.query<{ currency: string }>(
    'select currency from invoices where app_id = $1 order by created_at desc, id desc limit 1',
    [appId],
  );
  return rows[0]?.currency ?? null;
}

/** An app's invoices; of `status` and `reference`, null is any. */
export interface InvoiceFilter {
  readonly appId: string;
  readonly status: InvoiceStatus | null;
  readonly reference: string | null;
}

/** The app's invoices, newest first, one more than the limit. */
export async function listInvoices(db: Queryable, filter: InvoiceFilter, { limit, after }: Page): Promise<Invoice[]> {
  const values: unknown[] = [filter.appId, after?.time ?? null, after?.id ?? null, limit];
  // What is not asked for is not in the statement, so that every plan finds the index of what is.
  const status = filter.status === null ? '' : `and status = $${values.push(filter.status)}`;
  const reference = filter.reference === null ? '' : `and reference = $${values.push(filter.reference)}`;
  const rows = await db.query<InvoiceRow>(
    `select ${columns} from invoices
     where app_id = $1 and (created_at, id) < (${timeOrLast('$2')}, ${idOrLast('$3')}) ${status} ${reference}
     order by created_at desc, id desc limit $4 + 1`,
    values,
  );
  return rows.map(invoiceFromRow);
}

/** Answers false, and writes nothing, where a live invoice of the app has that reference. */
export async function insertInvoice(trx: Queryable, invoice: Invoice): Promise<boolean> {
  const rows = await trx.query(
    `insert into invoices (${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
     on conflict do nothing returning 1`,
    [
      invoice.id,
      invoice.appId,
      invoice.status,
      invoice.currency,
      invoice.total,
      invoice.paid,
      invoice.pending,
      invoice.tolerance,
      invoice.exceptions,
      invoice.reference,
      JSON.stringify(invoice.order),
      JSON.stringify(invoice.customer),
      invoice.successUrl,
      invoice.cancelUrl,
      JSON.stringify(invoice.metadata),
      invoice.sequence,
      invoice.expiresAt,
      invoice.deadline,
      invoice.acceptedAt,
      invoice.paidAt,
      invoice.createdAt,
      invoice.updatedAt,
    ],
  );
  return rows.length > 0;
}

/** Writes back what money and time move. The rows must be locked. */
export async function updateInvoiceStates(trx: Queryable, invoices: readonly Invoice[]): Promise<void> {
  if (invoices.length === 0) return;
  await trx.query(
    `update invoices set status = n.status, paid = n.paid, pending = n.pending, exceptions = n.exceptions,
       sequence = n.sequence, accepted_at = n.accepted_at, paid_at = n.paid_at, updated_at = n.updated_at
     from json_to_recordset($1::json) as n(id uuid, status text, paid numeric, pending numeric, exceptions text[],
       sequence bigint, accepted_at timestamptz, paid_at timestamptz, updated_at timestamptz)
     where invoices.id = n.id`,
    [
      JSON.stringify(
        invoices.map((one) => ({
          id: one.id,
          status: one.status,
          paid: one.paid.toString(),
          pending: one.pending.toString(),
          exceptions: one.exceptions,
          sequence: one.sequence.toString(),
          accepted_at: one.acceptedAt,
          paid_at: one.paidAt,
          updated_at: one.updatedAt,
        })),
      ),
    ],
  );
}

/** Writes back what the merchant may change. The row must be locked. */
export async function updateInvoiceTerms(trx: Queryable, invoice: Invoice): Promise<void> {
  await trx.query(
    `update invoices set currency = $2, total = $3, tolerance = $4, reference = $5, "order" = $6, customer = $7,
       success_url = $8, cancel_url = $9, metadata = $10, sequence = $11, updated_at = $12
     where id = $1`,
    [
      invoice.id,
      invoice.currency,
      invoice.total,
      invoice.tolerance,
      invoice.reference,
      JSON.stringify(invoice.order),
      JSON.stringify(invoice.customer),
      invoice.successUrl,
      invoice.cancelUrl,
      JSON.stringify(invoice.metadata),
      invoice.sequence,
      invoice.updatedAt,
    ],
  );
}

/**
 * Invoices whose deadline the scanned chain time of every one of these networks that they are offered on has passed (an
 * app that offers none goes by `now`), with nothing of theirs on its way; locked, a bounded number at a time.
 */
export async function lockDueInvoices(
  trx: Queryable,
  followedNetworkIds: readonly string[],
  now: Date,
  limit: number,
): Promise<Invoice[]> {
  const rows = await trx.query<InvoiceRow>(
    `select ${columns} from invoices i
     where i.status in ('open', 'partially_paid') and i.pending = 0
       and i.deadline < greatest($1::timestamptz, (select max(block_time) from network_cursors))
       and i.deadline < coalesce((
         select min(coalesce(c.block_time, '-infinity')) from app_cryptocurrencies ac
         join assets a on a.id = ac.asset_id
         left join network_cursors c on c.network_id = a.network_id
         where ac.app_id = i.app_id and a.network_id = any($3::uuid[])), $1)
       and not exists (select 1 from transactions t where t.invoice_id = i.id and t.status = 'processing' and t.received is not null)
     order by i.id limit $2 for update of i skip locked`,
    [now, limit, followedNetworkIds],
  );
  return rows.map(invoiceFromRow);
}

/** For each invoice a text that differs whenever a viewer would see something new: events, and blocks on top of payments in flight. */
export async function listInvoiceMarks(db: Queryable, ids: readonly string[]): Promise<{ id: string; mark: string }[]> {
  return db.query<{ id: string; mark: string }>(
    `select i.id, i.sequence::text || coalesce((
       select string_agg(' ' || c.block_number::text, '' order by t.id) from transactions t
       join network_cursors c on c.network_id = t.network_id
       where t.invoice_id = i.id and t.status = 'processing' and t.block is not null), '') as mark
     from invoices i where i.id = any($1::uuid[])`,
    [ids],
  );
}

/** Keeps who settled an invoice by hand, and why. */
export async function insertSettlement(
  trx: Queryable,
  settlement: { id: string; invoiceId: string; settledBy: string; reason: string; createdAt: Date },
): Promise<void> {
  await trx.query(
    'insert into invoice_settlements (id, invoice_id, settled_by, reason, created_at) values ($1, $2, $3, $4, $5)',
    [settlement.id, settlement.invoiceId, settlement.settledBy, settlement.reason, settlement.createdAt],
  );
}

export function invoiceFromRow(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    appId: row.app_id,
    status: row.status,
    currency: row.currency,
    total: BigInt(row.total),
    paid: BigInt(row.paid),
    pending: BigInt(row.pending),
    tolerance: BigInt(row.tolerance),
    exceptions: row.exceptions,
    reference: row.reference,
    order: row.order,
    customer: row.customer,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    metadata: row.metadata,
    sequence: BigInt(row.sequence),
    expiresAt: row.expires_at,
    deadline: row.deadline,
    acceptedAt: row.accepted_at,
    paidAt: row.paid_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function one(rows: InvoiceRow[]): Invoice | null {
  return rows[0] ? invoiceFromRow(rows[0]) : null;
}
