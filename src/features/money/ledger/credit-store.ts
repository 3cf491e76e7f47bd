// All SQL that writes the sources of an invoice's history: credits per transfer, and steps. Decides which steps there
// are.
import { splitValue } from '../../../core/money/rate.ts';
import type { InvoiceEvent } from '../../../core/payment/invoice.ts';
import type { Queryable } from '../../../io/db/database.ts';
import {
  type Answered,
  amount,
  count,
  jsonb,
  nullable,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';
import type { Transaction } from './transaction-store.ts';

const plainCredit = rowType({
  id: uuid,
  transferId: uuid,
  transactionId: uuid,
  invoiceId: uuid,
  appId: uuid,
  assetId: uuid,
  /** The currency of the invoice at the time of the credit. */
  currency: text,
  amount,
  value: amount,
  /** Null where a rail without blocks reported the payment; `blockHash` is then its proof. */
  block: nullable(count),
  blockHash: text,
  /** The time at which the credit was reversed; null while it is live. */
  reversedAt: nullable(time),
});
type Credit = RowOf<typeof plainCredit>;
/** `amount` in smallest units of the asset, `value` in minor units of the currency. */
export type NewCredit = Omit<Credit, 'reversedAt'>;
const credit = sealed(plainCredit, 'credit', moneyRows.credit);

/** Changes to the payments and the state of an invoice that no other row records. */
export type StepKind =
  | 'payment_seen'
  | 'payment_matched'
  | 'payment_mined'
  | 'payment_replaced'
  | 'payment_orphaned'
  | 'payment_unlisted'
  | 'invoice_accepted'
  | 'invoice_not_accepted'
  | 'invoice_partially_paid'
  | 'invoice_paid'
  | 'invoice_expired'
  | 'invoice_canceled'
  | 'invoice_reversed'
  | 'invoice_updated'
  | 'refund_created'
  | 'refund_ready'
  | 'refund_seen'
  | 'refund_sent'
  | 'refund_reversed'
  | 'refund_canceled';

/**
 * The steps for state changes of an invoice. A correction by the merchant is recorded elsewhere, by the code that makes
 * it.
 */
export const stepKinds: Readonly<Partial<Record<InvoiceEvent, StepKind>>> = {
  'invoice.partially_paid': 'invoice_partially_paid',
  'invoice.paid': 'invoice_paid',
  'invoice.expired': 'invoice_expired',
  'invoice.canceled': 'invoice_canceled',
  'invoice.reversed': 'invoice_reversed',
};

/** The steps of a refund. Each is also the type of an event. */
export type RefundStep = 'created' | 'ready' | 'seen' | 'sent' | 'reversed' | 'canceled';

/** Returns the history step for the payment of a transaction in one commit; null if the payment did not change. */
export function moveOf(before: Transaction, now: Transaction): StepKind | null {
  if (now.hash !== before.hash) return before.hash === null ? 'payment_seen' : 'payment_replaced';
  if (now.received === null) return before.received === null ? null : 'payment_orphaned';
  if (before.received === null) return 'payment_seen';
  if (before.block === null && now.block !== null) return 'payment_mined';
  return before.received === now.received ? null : 'payment_seen';
}

const step = rowType({
  id: uuid,
  invoiceId: uuid,
  transactionId: nullable(uuid),
  kind: text,
  details: jsonb(),
  createdAt: time,
});
/** `details` hold amounts in smallest units and values in minor units, as strings. */
export type NewStep = Omit<RowOf<typeof step>, 'kind'> & { readonly kind: StepKind };

/** Inserts credits. A unique key rejects a second live credit for a transfer. */
export async function insertCredits(trx: Queryable, credits: readonly NewCredit[], now: Date): Promise<void> {
  if (credits.length === 0) return;
  await trx.query(
    `insert into credits (${credit.written}, created_at)
     select ${credit.columnsOf('n')}, $2 from json_to_recordset($1::json) as n ${credit.recordset}`,
    [
      credit.json(
        trx,
        credits.map((one) => ({ ...one, reversedAt: null })),
      ),
      now,
    ],
  );
}

export async function insertSteps(trx: Queryable, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return;
  await trx.query(
    `insert into invoice_steps (${step.written})
     select ${step.written} from json_to_recordset($1::json) as n ${step.recordset}`,
    [step.json(steps)],
  );
}

/** Lists the claimed chain transactions of the invoice that move tokens missing from the catalog. */
export async function listUnlistedHashes(trx: Queryable, invoiceId: string): Promise<string[]> {
  const rows = await trx.query<{ hash: string }>(
    `select details ->> 'hash' as hash from invoice_steps where invoice_id = $1 and kind = 'payment_unlisted'`,
    [invoiceId],
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Returns whether the invoice became paid before that time. It can become paid again after a reorg took the payment
 * back.
 */
export async function wasPaidBefore(db: Queryable, invoiceId: string, time: Date): Promise<boolean> {
  const rows = await db.query(
    `select from invoice_steps where invoice_id = $1 and kind = 'invoice_paid' and created_at < $2 limit 1`,
    [invoiceId, time],
  );
  return rows.length > 0;
}

/** Returns whether a refund of the invoice was ever prepared. Certain only while the invoice is locked. */
export async function wasRefundPrepared(db: Queryable, invoiceId: string): Promise<boolean> {
  const rows = await db.query(`select from invoice_steps where invoice_id = $1 and kind = 'refund_created' limit 1`, [
    invoiceId,
  ]);
  return rows.length > 0;
}

/** Returns whether the refund was sent before that time. A reorg can take it back, and then it is sent again. */
export async function wasSentBefore(
  db: Queryable,
  { invoiceId, refundId }: { readonly invoiceId: string; readonly refundId: string },
  time: Date,
): Promise<boolean> {
  const rows = await db.query(
    `select from invoice_steps
     where invoice_id = $1 and kind = 'refund_sent' and details->>'refund_id' = $2 and created_at < $3 limit 1`,
    [invoiceId, refundId, time],
  );
  return rows.length > 0;
}

/** The invoices must be locked. A credit that was changed outside the service is reversed and keeps its invalid MAC. */
export async function reverseCredits(trx: Queryable, transactionIds: readonly string[], now: Date): Promise<void> {
  if (transactionIds.length === 0) return;
  const rows = await liveCredits(trx, transactionIds);
  await reverseRows(trx, credit.all(trx, rows), transactionIds, now);
}

function liveCredits(trx: Queryable, transactionIds: readonly string[]) {
  return trx.query<Answered & { readonly transaction_id: string; readonly attested_by: string[] | null }>(
    `select ${credit.columns}, attested_by from credits
     where transaction_id = any($1::uuid[]) and reversed_at is null order by id`,
    [transactionIds],
  );
}

async function reverseRows(
  trx: Queryable,
  credits: readonly Credit[],
  transactionIds: readonly string[],
  now: Date,
): Promise<void> {
  const reversed = credits.map((one) => ({ ...one, reversedAt: now }));
  await trx.query(
    `update credits c set reversed_at = $2, mac = coalesce(n.mac, c.mac)
     from credits k left join json_to_recordset($3::json) n ${credit.recordset} on n.id = k.id
     where c.id = k.id and k.transaction_id = any($1::uuid[]) and k.reversed_at is null`,
    [transactionIds, now, credit.json(trx, reversed)],
  );
}

/** A successful transaction and its new credited value in minor units. */
export interface Recredited {
  readonly id: string;
  readonly credited: bigint;
}

/** Reverses the live credits of these transactions and inserts credits of the new value for the same transfers. */
export async function replaceCredits(
  trx: Queryable,
  transactions: readonly Recredited[],
  { newId }: { readonly newId: () => string },
  now: Date,
): Promise<void> {
  if (transactions.length === 0) return;
  const ids = transactions.map(({ id }) => id);
  const rows = await liveCredits(trx, ids);
  const own = credit.all(trx, rows);
  const live = Map.groupBy(own, ({ transactionId }) => transactionId);
  const replaced = transactions.flatMap(({ id, credited }) => {
    const those = live.get(id) ?? [];
    const values = splitValue(
      credited,
      those.map(({ amount }) => amount),
    );
    return those.map((one, at) => ({ ...one, id: newId(), value: values[at] as bigint }));
  });
  await reverseRows(trx, own, ids, now);
  await insertCredits(trx, replaced, now);
  await recordAttesters(
    trx,
    new Map(rows.flatMap((row) => (row.attested_by === null ? [] : [[row.transaction_id, row.attested_by]]))),
  );
}

/** Records the endpoints that confirmed the payments of these transactions. */
export async function recordAttesters(
  trx: Queryable,
  attesters: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (attesters.size === 0) return;
  await trx.query(
    `update credits c set attested_by = array(select jsonb_array_elements_text(n.names))
     from jsonb_to_recordset($1::jsonb) as n(id uuid, names jsonb)
     where c.transaction_id = n.id and c.reversed_at is null`,
    [JSON.stringify([...attesters].map(([id, names]) => ({ id, names })))],
  );
}
