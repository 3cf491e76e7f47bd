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
  /** Addresses are canonical. The sender is null until a payment shows it, where nobody declared one. */
  sender: nullable(text),
  recipient: text,
  /** The child of the extended public key that `recipient` is; null on a fixed, shared address. */
  derivationIndex: nullable(bigint),
  rate,
  amount: nullable(amount),
  status: oneOf<TransactionStatus>(),
  reason: nullable(oneOf<TransactionReason>()),
  matchedBy: nullable(oneOf<MatchedBy>()),
  /** How its payment is told from others; null for a payment that came without a quote, and before version 0.2. */
  identifiedBy: nullable(oneOf<IdentifiedBy>()),
  hash: nullable(text),
  block: nullable(count),
  received: nullable(amount),
  requiredConfirmations: int,
  /** Its block must also be one that the network calls final. */
  mustBeFinal: boolean,
  expireAt: nullable(time),
  createdAt: time,
  updatedAt: time,
  /** Somebody typed the sender: evidence, and never proof. */
  isSenderDeclared: boolean,
  /** A fixed address that no other open attempt had when it was given to this one. */
  isLeased: boolean,
  quoted: amount,
  /** The transaction whose quote this is a part of, itself among them; null while its quote has one part. */
  quoteId: nullable(uuid),
  blockHash: nullable(text),
  pending: amount,
  credited: amount,
  /** expireAt on the clock of the network. */
  deadline: nullable(time),
};
const plainShown = rowType(sealedMembers);
const shown = sealed(plainShown, 'transaction', moneyRows.transaction);
const shownColumnsOfT = shown.columnsOf('t');
/** A transaction without where its rate is from; amounts in smallest units of its asset. */
export type ShownTransaction = RowOf<typeof plainShown>;

const plainTransaction = rowType({ ...sealedMembers, rateEvidence: jsonb<RateEvidence>() });
/** A transaction; amounts in smallest units of its asset, values in minor units of the invoice's currency. */
export type Transaction = RowOf<typeof plainTransaction>;
const transaction = sealed(plainTransaction, 'transaction', moneyRows.transaction);
const { columns } = transaction;
const columnsOfT = transaction.columnsOf('t');
/** Its columns under the alias `t`, for lists of them. */
export const transactionColumns = columnsOfT;
/** Null for a transaction that was changed past the service, in a row that has these and others besides. */
export const readTransaction = (db: Queryable, row: Answered): Transaction | null =>
  transaction.fault(db, row) === null ? plainTransaction.read(row) : null;

const recipient = sealed(rowType({ id: uuid, networkId: uuid, recipient: text }), 'recipient', moneyRows.recipient);

/** Both MACs of a row, as JSON: the one of its recipient alone is for processes of the version before. */
export function macsOf(db: Queryable, one: Transaction): { readonly mac: string; readonly recipient_mac: string } {
  return { mac: transaction.jsonMacOf(db, one), recipient_mac: recipient.jsonMacOf(db, one) };
}

/** How far its network was scanned besides; a transaction that was changed past the service is left out. */
const heldWithHeight = (db: Queryable, rows: readonly RowWithHeight[]): WithHeight<ShownTransaction>[] =>
  rows.flatMap((row) => (shown.fault(db, row) === null ? withHeight(row, plainShown.read) : []));

/** How many blocks of its network were scanned when the row was read: what confirmations are counted against. */
export interface WithHeight<Of = Transaction> {
  readonly transaction: Of;
  readonly scannedHeight: number | null;
}

/** Null where there is none. Throws RowTampered. */
export async function findTransaction(db: Queryable, id: string): Promise<WithHeight | null> {
  const rows = await db.query<RowWithHeight>(
    `select ${columnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id where t.id = $1`,
    [id],
  );
  return rows[0] ? withHeight(rows[0], (row) => transaction.read(db, row)) : null;
}

/**
 * The transactions with these ids, in the order of the ids: null for an unknown one, and for one that was changed past
 * the service its row.
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
 * An invoice's transactions, those that money was seen for first, newest first within each; one more than the limit.
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
 * What there is to show of an invoice's transactions at once: up to so many that money was seen for and so many
 * without, of these first the ones that still wait for it. In the order of listMoneyFirst.
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

/** The ids of the invoices that these transactions are of, each once. */
export async function listInvoicesOf(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ invoice_id: string }>(
    'select distinct invoice_id from transactions where id = any($1::uuid[])',
    [ids],
  );
  return rows.map((row) => row.invoice_id);
}

/** The id of an invoice's newest transaction with this asset; null where it has none. */
export async function newestAttempt(db: Queryable, invoiceId: string, assetId: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>(
    'select id from transactions where invoice_id = $1 and asset_id = $2 order by created_at desc, id desc limit 1',
    [invoiceId, assetId],
  );
  return rows[0]?.id ?? null;
}

/** The invoice's attempts that are still processing. */
export async function listProcessing(db: Queryable, invoiceId: string): Promise<Transaction[]> {
  const rows = await db.query(
    `select ${columns} from transactions where invoice_id = $1 and status = 'processing' order by id`,
    [invoiceId],
  );
  return transaction.all(db, rows);
}

/** The payments of these invoices that have succeeded, the oldest first. */
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
 * The quotes that these transactions are parts of. Their invoices must be locked. `isWhole` lists confirmed parts too,
 * which only a reversal needs: otherwise they are summed up in the one pass over the parts.
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

/** The open attempts that wait for these chain transactions, which are in no block. */
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
 * Attempts in a block of this network with the confirmations they asked for, at this scanned height; finality is not
 * looked at.
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

/** Attempts whose payments a rail without blocks reported, and which are not confirmed yet. */
export async function listSettled(trx: Queryable, networkId: string): Promise<Transaction[]> {
  const rows = await trx.query(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and hash is not null and block is null and block_hash is not null
     order by id`,
    [networkId],
  );
  return transaction.all(trx, rows);
}

/**
 * Attempts that are over on our clock and on this network's, with nothing of theirs on the chain or waiting for it; a
 * bounded number at a time.
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

/** Writes back what the chain, the clock and people change. Their invoices must be locked. */
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
