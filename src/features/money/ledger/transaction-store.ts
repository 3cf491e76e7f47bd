// All SQL of the table transactions.

import { type DividedQuote, nothing } from '../../../core/money/quote-sum.ts';
import { formatRate, parseRate, type RateEvidence } from '../../../core/money/rate.ts';
import type { MatchedBy } from '../../../core/payment/evidence/matching.ts';
import type { IdentifiedBy, TransactionReason, TransactionStatus } from '../../../core/payment/transaction.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast, timeOrLast } from '../../../io/db/keyset.ts';
import {
  type Answered,
  amount,
  bigint,
  boolean,
  count,
  decimal,
  int,
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
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';

const rate = kept(
  decimal,
  (written) => {
    const read = parseRate(written);
    if (read === null) throw new Error(`a transaction has no readable rate: ${written}`);
    return read;
  },
  formatRate,
);

const sealedMembers = {
  id: uuid,
  invoiceId: uuid,
  appId: uuid,
  networkId: uuid,
  assetId: uuid,
  /** Canonical address. Null until a payment shows the sender, if no sender was declared. */
  sender: nullable(text),
  recipient: text,
  /** The index of the recipient under the extended public key; null for a fixed, shared address. */
  derivationIndex: nullable(bigint),
  rate,
  amount: nullable(amount),
  status: oneOf<TransactionStatus>(),
  reason: nullable(oneOf<TransactionReason>()),
  matchedBy: nullable(oneOf<MatchedBy>()),
  /** How its payment is recognized. Null for a payment without a quote, and for rows from before version 0.2. */
  identifiedBy: nullable(oneOf<IdentifiedBy>()),
  hash: nullable(text),
  block: nullable(count),
  received: nullable(amount),
  requiredConfirmations: int,
  /** The block must also be final according to the network. */
  mustBeFinal: boolean,
  expireAt: nullable(time),
  createdAt: time,
  updatedAt: time,
  /** Whether the sender was typed in by the customer. A declared sender is evidence, never proof. */
  isSenderDeclared: boolean,
  /** Whether the address is a fixed one that no other open attempt used when this attempt was made. */
  isLeased: boolean,
  quoted: amount,
  /** The transaction with the quote that this one is a part of (possibly itself); null while the quote has one part. */
  quoteId: nullable(uuid),
  blockHash: nullable(text),
  pending: amount,
  credited: amount,
  /** `expireAt` on the clock of the network. */
  deadline: nullable(time),
};
const plainShown = rowType(sealedMembers);
const shown = sealed(plainShown, 'transaction', moneyRows.transaction);
const shownColumnsOfT = shown.columnsOf('t');
/** A transaction without the sources of its rate. Amounts are in smallest units of its asset. */
export type ShownTransaction = RowOf<typeof plainShown>;

const plainTransaction = rowType({ ...sealedMembers, rateEvidence: jsonb<RateEvidence>() });
/** A transaction. Amounts are in smallest units of its asset, values in minor units of the invoice's currency. */
export type Transaction = RowOf<typeof plainTransaction>;
const transaction = sealed(plainTransaction, 'transaction', moneyRows.transaction);
const { columns } = transaction;
const columnsOfT = transaction.columnsOf('t');
/** The columns under the alias `t`, for lists. */
export const transactionColumns = columnsOfT;
/**
 * Reads the transaction from a row that has at least its columns. Returns null if it was changed outside the service.
 */
export const readTransaction = (db: Queryable, row: Answered): Transaction | null =>
  transaction.fault(db, row) === null ? plainTransaction.read(row) : null;

const recipient = sealed(rowType({ id: uuid, networkId: uuid, recipient: text }), 'recipient', moneyRows.recipient);

/** Returns both MACs of a row as JSON. Processes of the previous version use the one for the recipient only. */
export function macsOf(db: Queryable, one: Transaction): { readonly mac: string; readonly recipient_mac: string } {
  return { mac: transaction.jsonMacOf(db, one), recipient_mac: recipient.jsonMacOf(db, one) };
}

/**
 * Reads rows together with the scanned height of the network. Leaves out transactions that were changed outside the
 * service.
 */
const heldWithHeight = (db: Queryable, rows: readonly RowWithHeight[]): WithHeight<ShownTransaction>[] =>
  rows.flatMap((row) => (shown.fault(db, row) === null ? withHeight(row, plainShown.read) : []));

/** A row with the number of scanned blocks of its network at the time of reading. Confirmations are counted from it. */
export interface WithHeight<Of = Transaction> {
  readonly transaction: Of;
  readonly scannedHeight: number | null;
}

/** Returns null if there is no such transaction. Throws RowTampered. */
export async function findTransaction(db: Queryable, id: string): Promise<WithHeight | null> {
  const rows = await db.query<RowWithHeight>(
    `select ${columnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id where t.id = $1`,
    [id],
  );
  return rows[0] ? withHeight(rows[0], (row) => transaction.read(db, row)) : null;
}

/**
 * Returns the transactions in the order of the ids. An unknown id gives null. A transaction that was changed outside
 * the service gives its tampered row.
 */
export async function findTransactionsInOrder(
  db: Queryable,
  ids: readonly string[],
): Promise<(WithHeight | TamperedRow | null)[]> {
  const rows = await db.query<RowWithHeight>(
    `select ${columnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id where t.id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(
    rows.map((row) => [row.id, transaction.fault(db, row) ?? withHeight(row, plainTransaction.read)]),
  );
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/**
 * Lists the transactions of an invoice: those with a payment first, newest first in each part. Returns one more than
 * the limit.
 */
export async function listMoneyFirst(
  db: Queryable,
  invoiceId: string,
  { limit, after, created }: Page,
): Promise<WithHeight<ShownTransaction>[]> {
  const rows = await db.query<RowWithHeight>(
    `select ${shownColumnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id
     where t.invoice_id = $1 and ${createdWithin('$6', '$7', 't.created_at')}
       and ((t.hash is not null), t.created_at, t.id) < ($3::boolean, ${timeOrLast('$2')}, ${idOrLast('$4')})
     order by (t.hash is not null) desc, t.created_at desc, t.id desc limit $5 + 1`,
    [invoiceId, after?.time ?? null, after?.isFirst ?? true, after?.id ?? null, limit, created.from, created.before],
  );
  return heldWithHeight(db, rows);
}

/**
 * Lists the most useful transactions of an invoice, in the order of listMoneyFirst: up to `withMoney` with a payment
 * and up to `without` without one. Attempts that still wait for payment are preferred.
 */
export async function listWorthShowing(
  db: Queryable,
  invoiceId: string,
  most: { readonly withMoney: number; readonly without: number },
): Promise<WithHeight<ShownTransaction>[]> {
  const rows = await db.query<RowWithHeight>(
    `with shown as (
       (select * from transactions where invoice_id = $1 and (hash is not null) = true
        order by created_at desc, id desc limit $2)
       union all
       (select * from transactions where invoice_id = $1 and (hash is not null) = false
        order by status = 'processing' desc, created_at desc, id desc limit $3))
     select ${shownColumnsOfT}, c.block_number as scanned_height
     from shown t left join network_cursors c on c.network_id = t.network_id
     order by (t.hash is not null) desc, t.created_at desc, t.id desc`,
    [invoiceId, most.withMoney, most.without],
  );
  return heldWithHeight(db, rows);
}

/** Returns the ids of the invoices of these transactions, each once. */
export async function listInvoicesOf(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ invoice_id: string }>(
    'select distinct invoice_id from transactions where id = any($1::uuid[])',
    [ids],
  );
  return rows.map((row) => row.invoice_id);
}

/** Returns the id of the invoice's newest transaction with this asset; null if there is none. */
export async function newestAttempt(db: Queryable, invoiceId: string, assetId: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>(
    'select id from transactions where invoice_id = $1 and asset_id = $2 order by created_at desc, id desc limit 1',
    [invoiceId, assetId],
  );
  return rows[0]?.id ?? null;
}

/** Lists the processing attempts of the invoice. */
export async function listProcessing(db: Queryable, invoiceId: string): Promise<Transaction[]> {
  const rows = await db.query(
    `select ${columns} from transactions where invoice_id = $1 and status = 'processing' order by id`,
    [invoiceId],
  );
  return transaction.all(db, rows);
}

/** Lists the successful payments of these invoices, oldest first. */
export async function listSucceeded(db: Queryable, invoiceIds: readonly string[]): Promise<Transaction[]> {
  const rows = await db.query(
    `select ${columns} from transactions
     where invoice_id = any($1::uuid[]) and status = 'success' order by created_at, id`,
    [invoiceIds],
  );
  return transaction.all(db, rows);
}

export async function findTransactions(db: Queryable, ids: readonly string[]): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const rows = await db.query(`select ${columns} from transactions where id = any($1::uuid[]) order by id`, [ids]);
  return transaction.all(db, rows);
}

/**
 * Reads the quotes that these transactions are parts of. The invoices must be locked. `isWhole` also lists confirmed
 * parts, which only a reversal needs. Otherwise confirmed parts are summed in the same query.
 */
export async function readDividedQuotes(
  trx: Queryable,
  asked: readonly Transaction[],
  isWhole: boolean,
): Promise<DividedQuote<Transaction>[]> {
  const divided = asked.filter(({ quoteId }) => quoteId !== null);
  if (divided.length === 0) return [];
  const rows = await trx.query<Readonly<Record<string, unknown>> & { beyond: string | null; value: string | null }>(
    `with parts as materialized (
       select id, quote_id, status, received, credited from transactions
       where invoice_id = any($1::uuid[]) and quote_id = any($2::uuid[])),
     confirmed as (
       select quote_id, sum(received)::text as beyond, sum(credited)::text as value from parts
       where status = 'success' and not $3 group by quote_id)
     select ${columnsOfT}, c.beyond, c.value
     from parts p join transactions t on t.id = p.id left join confirmed c on c.quote_id = p.id
     where p.id = p.quote_id or p.status = 'processing' and p.received is not null or p.status = 'success' and $3
     order by p.id`,
    [
      [...new Set(divided.map(({ invoiceId }) => invoiceId))],
      [...new Set(divided.flatMap(({ quoteId }) => quoteId ?? []))],
      isWhole,
    ],
  );
  const members = rows.flatMap(({ beyond, value, ...row }) => {
    const one = readTransaction(trx, row);
    const sum = beyond === null || value === null ? nothing : { received: BigInt(beyond), value: BigInt(value) };
    return one === null ? [] : { one, beyond: sum };
  });
  return members.flatMap(({ one: root, beyond }) => {
    if (root.id !== root.quoteId) return [];
    const parts = members.flatMap(({ one }) =>
      one.quoteId === root.id && (isWhole || one.status === 'processing') ? one : [],
    );
    return [{ root, parts, beyond }];
  });
}

/** Lists the open attempts that wait for these unconfirmed chain transactions. */
export async function listSeenAs(db: Queryable, networkId: string, hashes: readonly string[]): Promise<Transaction[]> {
  if (hashes.length === 0) return [];
  const rows = await db.query(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and hash is not null and block is null
       and hash = any($2::text[])
     order by id`,
    [networkId, hashes],
  );
  return transaction.all(db, rows);
}

/**
 * Lists the attempts on this network that have their required confirmations at this height. Finality is not checked.
 */
export async function listConfirmed(db: Queryable, networkId: string, height: number): Promise<Transaction[]> {
  const rows = await db.query(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and hash is not null
       and block <= $2 - required_confirmations + 1
     order by block, id`,
    [networkId, height],
  );
  return transaction.all(db, rows);
}

/**
 * Lists a limited number of attempts that have expired on both the service's clock and the network's clock and have no
 * payment in a block or in the mempool.
 */
export async function listDue(
  db: Queryable,
  networkId: string,
  { now, chainTime }: { readonly now: Date; readonly chainTime: Date },
  limit: number,
): Promise<Transaction[]> {
  const rows = await db.query(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and block is null and received is null
       and deadline < $2 and expire_at < $4
     order by deadline limit $3`,
    [networkId, chainTime, limit, now],
  );
  return transaction.all(db, rows);
}

const withBothMacs = `${transaction.recordset.slice(0, -1)}, recipient_mac bytea)`;

export async function insertTransactions(trx: Queryable, transactions: readonly Transaction[]): Promise<void> {
  if (transactions.length === 0) return;
  await trx.query(
    `insert into transactions (${columns}) select ${columnsOfT}
     from json_to_recordset($1::json) t ${withBothMacs}`,
    [transaction.json(trx, transactions, (one) => macsOf(trx, one))],
  );
}

/** Writes the fields that change after creation. The invoices must be locked. */
export async function updateTransactionStates(trx: Queryable, transactions: readonly Transaction[]): Promise<void> {
  if (transactions.length === 0) return;
  await trx.query(
    `update transactions t set sender = n.sender, status = n.status, reason = n.reason, matched_by = n.matched_by,
       hash = n.hash, block = n.block, block_hash = n.block_hash, received = n.received, pending = n.pending,
       credited = n.credited, quote_id = n.quote_id,
       required_confirmations = n.required_confirmations, updated_at = n.updated_at, mac = n.mac
     from json_to_recordset($1::json) n ${transaction.recordset} where t.id = n.id`,
    [transaction.json(trx, transactions)],
  );
}

interface RowWithHeight extends Readonly<Record<string, unknown>> {
  readonly scanned_height: string | null;
}

function withHeight<Of>(row: RowWithHeight, read: (row: Answered) => Of): WithHeight<Of> {
  return {
    transaction: read(row),
    scannedHeight: row.scanned_height === null ? null : Number(row.scanned_height),
  };
}
