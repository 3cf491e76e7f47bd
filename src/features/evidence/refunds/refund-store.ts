// SQL of the table refunds, except its lists. Rows change only while their invoice is locked.
import { formatRate, parseRate, type RateEvidence } from '../../../core/money/rate.ts';
import type { RateKind, RefundStatus } from '../../../core/payment/outgoing/refund.ts';
import type { Queryable } from '../../../io/db/database.ts';
import {
  type Answered,
  amount,
  boolean,
  count,
  decimal,
  jsonb,
  kept,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';
import { exceedsPaid } from './lists/exceeds-paid.ts';

/** An amount and a destination that was ready to sign. `id`: its expected transfer. */
export interface WatchedSend {
  readonly id: string;
  /** Canonical. */
  readonly recipient: string;
  /** In smallest units. */
  readonly amount: string;
}

const rate = kept(
  nullable(decimal),
  (written) => (written === null ? null : parseRate(written)),
  (held) => (held === null ? null : formatRate(held)),
);

const plainRefund = rowType({
  id: uuid,
  appId: uuid,
  invoiceId: uuid,
  /** The currency of the invoice when the refund was made. */
  currency: text,
  value: amount,
  assetId: uuid,
  rateKind: oneOf<RateKind>(),
  rate,
  rateEvidence: nullable(jsonb<RateEvidence>()),
  /** Null until the refund is quoted. */
  amount: nullable(amount),
  quotedUntil: nullable(time),
  recipient: nullable(text),
  /** Whether the customer named the recipient. */
  isCustomers: boolean,
  reason: nullable(text),
  status: oneOf<RefundStatus>(),
  /** Oldest first. The last one is the current amount and destination. */
  watches: jsonb<readonly WatchedSend[]>(),
  watchId: nullable(uuid),
  hash: nullable(text),
  block: nullable(count),
  sender: nullable(text),
  /** Whether the app's own address sent it; null where that cannot be known. */
  fromOwn: nullable(boolean),
  sentAmount: nullable(amount),
  amountDiffers: boolean,
  refunded: amount,
  /** The market rate when the transfer was seen; null if there was none. */
  sendingRate: rate,
  sendingRateEvidence: nullable(jsonb<RateEvidence>()),
  reportedHash: nullable(text),
  readyAt: nullable(time),
  seenAt: nullable(time),
  sentAt: nullable(time),
  canceledAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});
/** A refund. Amounts are in smallest units of the asset, values in minor units of the currency. */
export interface Refund extends RowOf<typeof plainRefund> {
  /**
   * Whether the open refunds of the invoice were worth more than what was paid when the refund was read, as after a
   * reorg took a payment back. Nothing is ready to sign then.
   */
  readonly exceedsPaid: boolean;
}
/** The state of a refund without a destination. */
export const unsent = {
  amount: null,
  quotedUntil: null,
  recipient: null,
  isCustomers: false,
  status: 'awaiting_address',
  watches: [],
  watchId: null,
  hash: null,
  block: null,
  sender: null,
  fromOwn: null,
  sentAmount: null,
  amountDiffers: false,
  refunded: 0n,
  sendingRate: null,
  sendingRateEvidence: null,
  reportedHash: null,
  readyAt: null,
  seenAt: null,
  sentAt: null,
  canceledAt: null,
  exceedsPaid: false,
} as const;

const sealedRefund = sealed(plainRefund, 'refund', moneyRows.refund);

/** The columns of a refund for `select`, with this table alias. */
export const refundColumns = (alias: string): string =>
  `${sealedRefund.columnsOf(alias)}, ${exceedsPaid(alias)} as exceeds_paid`;

/** Throws RowTampered. */
function readRefund(db: Queryable, row: Answered): Refund {
  return { ...sealedRefund.read(db, row), exceedsPaid: row.exceeds_paid === true };
}

function readOne(db: Queryable, [row]: readonly Answered[]): Refund | null {
  return row === undefined ? null : readRefund(db, row);
}

/** Returns the valid refunds. Invalid ones are recorded and left out. */
export function readRefunds(db: Queryable, rows: readonly Answered[]): Refund[] {
  return rows.filter((row) => sealedRefund.fault(db, row) === null).map((row) => readRefund(db, row));
}

export async function insertRefund(trx: Queryable, added: Refund): Promise<void> {
  await trx.query(
    `insert into refunds (${sealedRefund.written}) values (${sealedRefund.placeholders})`,
    sealedRefund.values(trx, added),
  );
}

/** Writes all fields. The invoice must be locked. */
export async function updateRefund(trx: Queryable, changed: Refund): Promise<void> {
  const columns = sealedRefund.written.split(', ');
  await trx.query(
    `update refunds set (${columns.join(', ')}) = (${columns.map((_, at) => `$${at + 1}`).join(', ')}) where id = $1`,
    sealedRefund.values(trx, changed),
  );
}

/** Throws RowTampered. */
export async function findRefund(db: Queryable, id: string): Promise<Refund | null> {
  return readOne(db, await db.query(`select ${refundColumns('r')} from refunds r where r.id = $1`, [id]));
}

/** By id. Invalid ones are recorded and left out. */
export async function findRefunds(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Refund>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query(`select ${refundColumns('r')} from refunds r where r.id = any($1::uuid[])`, [ids]);
  return new Map(readRefunds(db, rows).map((one) => [one.id, one]));
}

/** Returns the refund, locked until the commit. Throws RowTampered. */
export async function lockRefund(trx: Queryable, id: string): Promise<Refund | null> {
  return readOne(
    trx,
    await trx.query(`select ${refundColumns('r')} from refunds r where r.id = $1 for update of r`, [id]),
  );
}

/** Until the commit, the refunds do not change, and no other commit stores a PSBT for one of them. */
export async function lockRefunds(trx: Queryable, ids: readonly string[]): Promise<void> {
  await trx.query('select from refunds where id = any($1::uuid[]) order by id for no key update', [ids]);
}

/** Returns the id of the refund with this expected transfer, and of its invoice. */
export async function findRefundOf(
  db: Queryable,
  expectedId: string,
): Promise<{ readonly id: string; readonly invoiceId: string } | null> {
  const rows = await db.query<{ id: string; invoice_id: string }>(
    'select id, invoice_id from refunds where watches @> jsonb_build_array(jsonb_build_object($1::text, $2::text))',
    ['id', expectedId],
  );
  return rows[0] === undefined ? null : { id: rows[0].id, invoiceId: rows[0].invoice_id };
}

/** Lists all refunds of an invoice, oldest first. Throws RowTampered, because their sum limits further refunds. */
export async function listRefundsOf(db: Queryable, invoiceId: string): Promise<Refund[]> {
  const rows = await db.query(
    `select ${refundColumns('r')} from refunds r where r.invoice_id = $1 order by r.created_at, r.id`,
    [invoiceId],
  );
  return rows.map((row) => readRefund(db, row));
}

/** Whether the service watches this address for the app, so that the coins came from the app's own wallet. */
export async function isAddressOf(
  db: Queryable,
  appId: string,
  at: { readonly networkId: string; readonly address: string },
): Promise<boolean> {
  const rows = await db.query(
    'select from watched_addresses where network_id = $1 and address = $2 and app_id = $3 limit 1',
    [at.networkId, at.address, appId],
  );
  return rows.length > 0;
}
