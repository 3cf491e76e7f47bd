// All SQL of the table invoices.
import type { InvoiceException, InvoiceStatus } from '../../../core/payment/invoice.ts';
import type { Queryable } from '../../../io/db/database.ts';
import {
  type Answered,
  amount,
  bigint,
  jsonb,
  manyOf,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';
import { clockLead } from '../../people/apps/clock/clock-lead.ts';

/** Commits publish the ids of changed invoices on this channel. */
export const invoiceChannel = 'quittance_invoice';

/** The order as given by the merchant. Decimals are in the currency of the invoice. */
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

const plainInvoice = rowType({
  id: uuid,
  appId: uuid,
  status: oneOf<InvoiceStatus>(),
  currency: text,
  total: amount,
  paid: amount,
  pending: amount,
  refunded: amount,
  tolerance: amount,
  exceptions: manyOf<InvoiceException>(),
  reference: nullable(text),
  order: jsonb<Order>(),
  customer: jsonb<Customer>(),
  successUrl: nullable(text),
  cancelUrl: nullable(text),
  metadata: jsonb<Readonly<Record<string, string>>>(),
  /** The number of events of the invoice. */
  sequence: bigint,
  expiresAt: time,
  /** `expiresAt` on the clock of the offered chains. */
  deadline: time,
  /** The time from which the merchant may release the goods before full confirmation. */
  acceptedAt: nullable(time),
  paidAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});
/** An invoice; fiat in minor units of `currency`. */
export type Invoice = RowOf<typeof plainInvoice>;

const invoice = sealed(plainInvoice, 'invoice', moneyRows.invoice);
const { columns } = invoice;
/** The columns of an invoice, for lists. */
export const invoiceColumns = columns;

/** Reads the invoice from a row that has at least all columns of the table. Call it only for a row with a valid MAC. */
export const readInvoice: (row: Answered) => Invoice = plainInvoice.read;
/** Returns the row if the invoice was changed outside the service; null if its MAC is valid. */
export const invoiceFault: (db: Queryable, row: Answered) => TamperedRow | null = invoice.fault;
/** Reads the invoices of such rows. Leaves out rows that were changed outside the service. */
export const readInvoices: (db: Queryable, rows: readonly Answered[]) => Invoice[] = invoice.all;

export async function findInvoice(db: Queryable, id: string): Promise<Invoice | null> {
  return invoice.one(db, await db.query(`select ${columns} from invoices where id = $1`, [id]));
}

/** In no order. Tampered ones are recorded and left out. */
export async function listInvoicesByIds(db: Queryable, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return [];
  return invoice.all(db, await db.query(`select ${columns} from invoices where id = any($1::uuid[])`, [ids]));
}

/**
 * Returns the invoice, locked until the commit. Every change of an invoice or of its transactions requires this lock.
 */
export async function lockInvoice(trx: Queryable, id: string): Promise<Invoice | null> {
  return invoice.one(trx, await trx.query(`select ${columns} from invoices where id = $1 for update`, [id]));
}

export interface LockedInvoices {
  readonly rows: readonly Invoice[];
  /** Invoices that were changed outside the service. They must not be used. */
  readonly tampered: readonly TamperedRow[];
  /** The seconds by which the clock of each app of these invoices runs ahead of the service's clock. */
  readonly leads: ReadonlyMap<string, number>;
}

interface LockedRow extends Readonly<Record<string, unknown>> {
  readonly app_id: string;
  readonly clock_lead: number;
}

/** Locks several invoices in the order of their ids, so that two commits cannot deadlock. */
export async function lockInvoices(trx: Queryable, ids: readonly string[]): Promise<LockedInvoices> {
  if (ids.length === 0) return { rows: [], tampered: [], leads: new Map() };
  const rows = await trx.query<LockedRow>(
    `select ${columns}, ${clockLead('invoices.app_id')} as clock_lead from invoices
     where id = any($1::uuid[]) order by id for update`,
    [ids],
  );
  const leads = new Map(rows.map((row) => [row.app_id, row.clock_lead]));
  return { ...invoice.apart(trx, rows), leads };
}

/** Returns the invoice of the app with this order reference that is neither canceled nor expired. */
export async function findInvoiceByReference(db: Queryable, appId: string, reference: string): Promise<Invoice | null> {
  const rows = await db.query(
    `select ${columns} from invoices where app_id = $1 and reference = $2 and status not in ('canceled', 'expired')`,
    [appId, reference],
  );
  return invoice.one(db, rows);
}

/** Returns the currency of the app's newest invoice; null if it has none. */
export async function newestCurrency(db: Queryable, appId: string): Promise<string | null> {
  const rows = await db.query<{ currency: string }>(
    'select currency from invoices where app_id = $1 order by created_at desc, id desc limit 1',
    [appId],
  );
  return rows[0]?.currency ?? null;
}

/** Returns the stored invoice. Returns null and writes nothing if a live invoice of the app has the same reference. */
export async function insertInvoice(trx: Queryable, added: Invoice): Promise<Invoice | null> {
  const rows = await trx.query(
    `insert into invoices (${invoice.written}) values (${invoice.placeholders})
     on conflict do nothing returning ${columns}`,
    invoice.values(trx, added),
  );
  return invoice.one(trx, rows);
}

/**
 * Writes the fields that payments and time change, and publishes the invoices on the channel. The rows must be locked.
 */
export async function updateInvoiceStates(trx: Queryable, invoices: readonly Invoice[]): Promise<void> {
  if (invoices.length === 0) return;
  await trx.query(
    `with changed as (
       update invoices set status = n.status, paid = n.paid, pending = n.pending, refunded = n.refunded,
         exceptions = n.exceptions, sequence = n.sequence, accepted_at = n.accepted_at, paid_at = n.paid_at,
         updated_at = n.updated_at, mac = n.mac
       from json_to_recordset($1::json) as n(id uuid, status text, paid numeric, pending numeric, refunded numeric,
         exceptions text[], sequence bigint, accepted_at timestamptz, paid_at timestamptz, updated_at timestamptz,
         mac bytea)
       where invoices.id = n.id returning invoices.id)
     select pg_notify($2, id::text) from changed`,
    [
      JSON.stringify(
        invoices.map((one) => ({
          id: one.id,
          status: one.status,
          paid: one.paid.toString(),
          pending: one.pending.toString(),
          refunded: one.refunded.toString(),
          exceptions: one.exceptions,
          sequence: one.sequence.toString(),
          accepted_at: one.acceptedAt,
          paid_at: one.paidAt,
          updated_at: one.updatedAt,
          mac: invoice.jsonMacOf(trx, one),
        })),
      ),
      invoiceChannel,
    ],
  );
}

/** Writes the fields that the merchant may change. The row must be locked. */
export async function updateInvoiceTerms(trx: Queryable, changed: Invoice): Promise<void> {
  await trx.query(
    `update invoices set currency = $2, total = $3, tolerance = $4, reference = $5, "order" = $6, customer = $7,
       success_url = $8, cancel_url = $9, metadata = $10, sequence = $11, updated_at = $12, mac = $13
     where id = $1`,
    [
      changed.id,
      changed.currency,
      changed.total,
      changed.tolerance,
      changed.reference,
      JSON.stringify(changed.order),
      JSON.stringify(changed.customer),
      changed.successUrl,
      changed.cancelUrl,
      JSON.stringify(changed.metadata),
      changed.sequence,
      changed.updatedAt,
      invoice.macOf(trx, changed),
    ],
  );
}

/**
 * Locks and returns a limited number of expired invoices without a pending payment. An invoice must be expired on the
 * service's clock (`now`) and on the clock of every listed network that it is offered on. Only `now` counts for an app
 * without accepted assets. An invoice that is offered on a network with an unknown time does not expire.
 */
export async function lockDueInvoices(
  trx: Queryable,
  followedNetworkIds: readonly string[],
  now: Date,
  limit: number,
): Promise<Invoice[]> {
  const rows = await trx.query(
    `select ${columns} from invoices i
     where i.status in ('open', 'partially_paid') and i.pending = 0
       and i.expires_at < $1::timestamptz and i.deadline < greatest($1, (select max(chain_time) from network_cursors))
       and i.deadline < coalesce((
         select min(coalesce(c.chain_time, '-infinity')) from app_cryptocurrencies ac
         join assets a on a.id = ac.asset_id
         left join network_cursors c on c.network_id = a.network_id
         where ac.app_id = i.app_id and a.network_id = any($3::uuid[]) and c.is_resting is not true), $1)
       and not exists (
         select 1 from transactions t
         where t.invoice_id = i.id and t.status = 'processing' and t.received is not null)
     order by i.id limit $2 for update of i skip locked`,
    [now, limit, followedNetworkIds],
  );
  return invoice.all(trx, rows);
}

/**
 * Returns for each invoice a string that changes whenever a viewer would see something new: an event, or a confirmation
 * of a pending payment. Without pending payments it is the sequence of the invoice.
 */
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

/** Stores the user who settled the invoice, and the reason. */
export async function insertSettlement(
  trx: Queryable,
  settlement: { id: string; invoiceId: string; settledBy: string; reason: string; createdAt: Date },
): Promise<void> {
  await trx.query(
    'insert into invoice_settlements (id, invoice_id, settled_by, reason, created_at) values ($1, $2, $3, $4, $5)',
    [settlement.id, settlement.invoiceId, settlement.settledBy, settlement.reason, settlement.createdAt],
  );
}
