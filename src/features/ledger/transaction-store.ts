// All SQL of the table transactions.

import { formatRate, parseRate, type Rate, type RateEvidence } from '../../core/money/rate.ts';
import type { MatchedBy } from '../../core/payment/evidence/matching.ts';
import type { TransactionReason, TransactionState, TransactionStatus } from '../../core/payment/transaction.ts';
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast, timeOrLast } from '../../io/db/keyset.ts';
import type { Page } from '../../io/http/page.ts';

/** A transaction; amounts in smallest units of its asset, values in minor units of the invoice's currency. */
export interface Transaction extends TransactionState {
  readonly id: string;
  readonly invoiceId: string;
  readonly appId: string;
  readonly networkId: string;
  readonly assetId: string;
  /** Canonical addresses. The sender is null until a payment shows it, where nobody declared one. */
  readonly sender: string | null;
  /** Somebody typed the sender: evidence, and never proof. */
  readonly isSenderDeclared: boolean;
  readonly recipient: string;
  /** A fixed address that no other open attempt had when it was given to this one. */
  readonly isLeased: boolean;
  /** The child of the extended public key that `recipient` is; null on a fixed, shared address. */
  readonly derivationIndex: bigint | null;
  readonly rate: Rate;
  readonly rateEvidence: RateEvidence;
  readonly amount: bigint | null;
  readonly quoted: bigint;
  readonly matchedBy: MatchedBy | null;
  readonly requiredConfirmations: number;
  /** Its block must also be one that the network calls final. */
  readonly mustBeFinal: boolean;
  readonly expireAt: Date | null;
  /** expireAt on the clock of the network. */
  readonly deadline: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Row {
  id: string;
  invoice_id: string;
  app_id: string;
  network_id: string;
  asset_id: string;
  sender: string | null;
  is_sender_declared: boolean;
  recipient: string;
  is_leased: boolean;
  derivation_index: string | null;
  rate: string;
  rate_evidence: RateEvidence;
  amount: string | null;
  quoted: string;
  status: TransactionStatus;
  reason: TransactionReason | null;
  matched_by: MatchedBy | null;
  hash: string | null;
  block: string | null;
  block_hash: string | null;
  received: string | null;
  pending: string;
  credited: string;
  required_confirmations: number;
  must_be_final: boolean;
  expire_at: Date | null;
  deadline: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columnNames = [
  'id', 'invoice_id', 'app_id', 'network_id', 'asset_id', 'sender', 'is_sender_declared', 'recipient',
  'is_leased', 'derivation_index', 'rate',
  'rate_evidence', 'amount', 'quoted', 'status', 'reason', 'matched_by', 'hash', 'block', 'block_hash', 'received',
  'pending', 'credited', 'required_confirmations', 'must_be_final', 'expire_at', 'deadline', 'created_at', 'updated_at',
]; // biome-ignore format: a table of names reads better in few lines
const columns = columnNames.join(', ');
const columnsOfT = columnNames.map((name) => `t.${name}`).join(', ');

/** How many blocks of its network were scanned when the row was read: what confirmations are counted against. */
export interface WithHeight {
  readonly transaction: Transaction;
  readonly scannedHeight: number | null;
}

export async function findTransaction(db: Queryable, id: string): Promise<WithHeight | null> {
  const rows = await db.query<Row & { scanned_height: string | null }>(
    `select ${columnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id where t.id = $1`,
    [id],
  );
  return rows[0] ? withHeight(rows[0]) : null;
}

/** The transactions with these ids, in the order of the ids; null for an unknown one. */
export async function findTransactionsInOrder(db: Queryable, ids: readonly string[]): Promise<(WithHeight | null)[]> {
  const rows = await db.query<Row & { scanned_height: string | null }>(
    `select ${columnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id where t.id = any($1::uuid[])`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, withHeight(row)]));
  return ids.map((id) => byId.get(id.toLowerCase()) ?? null);
}

/** An invoice's transactions, those that money was seen for first, newest first within each; one more than the limit. */
export async function listMoneyFirst(
  db: Queryable,
  invoiceId: string,
  { limit, after }: Pick<Page, 'limit' | 'after'>,
): Promise<WithHeight[]> {
  const rows = await db.query<Row & { scanned_height: string | null }>(
    `select ${columnsOfT}, c.block_number as scanned_height
     from transactions t left join network_cursors c on c.network_id = t.network_id
     where t.invoice_id = $1
       and ((t.hash is not null), t.created_at, t.id) < ($3::boolean, ${timeOrLast('$2')}, ${idOrLast('$4')})
     order by (t.hash is not null) desc, t.created_at desc, t.id desc limit $5 + 1`,
    [invoiceId, after?.time ?? null, after?.isFirst ?? true, after?.id ?? null, limit],
  );
  return rows.map(withHeight);
}

/**
 * What there is to show of an invoice's transactions at once: up to `each` that money was seen for and up to `each`
 * without, of these first the ones that still wait for it. In the order of listMoneyFirst.
 */
export async function listWorthShowing(db: Queryable, invoiceId: string, each: number): Promise<WithHeight[]> {
  const rows = await db.query<Row & { scanned_height: string | null }>(
    `with shown as (
       (select * from transactions where invoice_id = $1 and (hash is not null) = true
        order by created_at desc, id desc limit $2)
       union all
       (select * from transactions where invoice_id = $1 and (hash is not null) = false
        order by status = 'processing' desc, created_at desc, id desc limit $2))
     select ${columnsOfT}, c.block_number as scanned_height
     from shown t left join network_cursors c on c.network_id = t.network_id
     order by (t.hash is not null) desc, t.created_at desc, t.id desc`,
    [invoiceId, each],
  );
  return rows.map(withHeight);
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
  const rows = await db.query<Row>(
    `select ${columns} from transactions where invoice_id = $1 and status = 'processing' order by id`,
    [invoiceId],
  );
  return rows.map(transactionFromRow);
}

export async function findTransactions(db: Queryable, ids: readonly string[]): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>(`select ${columns} from transactions where id = any($1::uuid[]) order by id`, [ids]);
  return rows.map(transactionFromRow);
}

/** The open attempts that wait for these chain transactions, which are in no block. */
export async function listSeenAs(db: Queryable, networkId: string, hashes: readonly string[]): Promise<Transaction[]> {
  if (hashes.length === 0) return [];
  const rows = await db.query<Row>(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and hash is not null and block is null and hash = any($2::text[]) order by id`,
    [networkId, hashes],
  );
  return rows.map(transactionFromRow);
}

/** Attempts in a block of this network with the confirmations they asked for, at this scanned height; finality is not looked at. */
export async function listConfirmed(db: Queryable, networkId: string, height: number): Promise<Transaction[]> {
  const rows = await db.query<Row>(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and hash is not null and block <= $2 - required_confirmations + 1 order by block, id`,
    [networkId, height],
  );
  return rows.map(transactionFromRow);
}

/** Attempts whose deadline passed on this network's clock with nothing of theirs on the chain or waiting for it; a bounded number at a time. */
export async function listDue(
  db: Queryable,
  networkId: string,
  chainTime: Date,
  limit: number,
): Promise<Transaction[]> {
  const rows = await db.query<Row>(
    `select ${columns} from transactions
     where network_id = $1 and status = 'processing' and block is null and received is null and deadline < $2
     order by deadline limit $3`,
    [networkId, chainTime, limit],
  );
  return rows.map(transactionFromRow);
}

export async function insertTransactions(trx: Queryable, transactions: readonly Transaction[]): Promise<void> {
  if (transactions.length === 0) return;
  await trx.query(
    `insert into transactions (${columns}) select ${columnsOfT} from json_populate_recordset(null::transactions, $1::json) t`,
    [JSON.stringify(transactions.map(toRow))],
  );
}

/** Writes back what the chain, the clock and people change. Their invoices must be locked. */
export async function updateTransactionStates(trx: Queryable, transactions: readonly Transaction[]): Promise<void> {
  if (transactions.length === 0) return;
  await trx.query(
    `update transactions t set sender = n.sender, status = n.status, reason = n.reason, matched_by = n.matched_by, hash = n.hash, block = n.block,
       block_hash = n.block_hash, received = n.received, pending = n.pending, credited = n.credited,
       required_confirmations = n.required_confirmations, updated_at = n.updated_at
     from json_populate_recordset(null::transactions, $1::json) n where t.id = n.id`,
    [JSON.stringify(transactions.map(toRow))],
  );
}

/** The row as JSON that json_populate_recordset reads back: numerics as text, so that no digit is lost. */
function toRow(one: Transaction): Record<string, unknown> {
  return {
    id: one.id,
    invoice_id: one.invoiceId,
    app_id: one.appId,
    network_id: one.networkId,
    asset_id: one.assetId,
    sender: one.sender,
    is_sender_declared: one.isSenderDeclared,
    recipient: one.recipient,
    is_leased: one.isLeased,
    derivation_index: one.derivationIndex?.toString() ?? null,
    rate: formatRate(one.rate),
    rate_evidence: one.rateEvidence,
    amount: one.amount?.toString() ?? null,
    quoted: one.quoted.toString(),
    status: one.status,
    reason: one.reason,
    matched_by: one.matchedBy,
    hash: one.hash,
    block: one.block,
    block_hash: one.blockHash,
    received: one.received?.toString() ?? null,
    pending: one.pending.toString(),
    credited: one.credited.toString(),
    required_confirmations: one.requiredConfirmations,
    must_be_final: one.mustBeFinal,
    expire_at: one.expireAt,
    deadline: one.deadline,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
  };
}

export function transactionFromRow(row: Row): Transaction {
  const rate = parseRate(row.rate);
  if (rate === null) throw new Error(`transaction ${row.id} has no readable rate`);
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    appId: row.app_id,
    networkId: row.network_id,
    assetId: row.asset_id,
    sender: row.sender,
    isSenderDeclared: row.is_sender_declared,
    recipient: row.recipient,
    isLeased: row.is_leased,
    derivationIndex: bigintOrNull(row.derivation_index),
    rate,
    rateEvidence: row.rate_evidence,
    amount: bigintOrNull(row.amount),
    quoted: BigInt(row.quoted),
    status: row.status,
    reason: row.reason,
    matchedBy: row.matched_by,
    hash: row.hash,
    block: row.block === null ? null : Number(row.block),
    blockHash: row.block_hash,
    received: bigintOrNull(row.received),
    pending: BigInt(row.pending),
    credited: BigInt(row.credited),
    requiredConfirmations: row.required_confirmations,
    mustBeFinal: row.must_be_final,
    expireAt: row.expire_at,
    deadline: row.deadline,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function withHeight(row: Row & { scanned_height: string | null }): WithHeight {
  return {
    transaction: transactionFromRow(row),
    scannedHeight: row.scanned_height === null ? null : Number(row.scanned_height),
  };
}

function bigintOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
