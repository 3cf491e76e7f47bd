// SQL that reads unmatched payments and their claims.
import type { Queryable } from '../../../../io/db/database.ts';
import { RowTampered } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Write } from '../commit.ts';
import {
  type RecordedTransfer,
  type TransferRow,
  transferColumns,
  transferFault,
  transferFromRow,
  transferTables,
} from '../transfer-store.ts';
import { type CandidateEvidence, shownCandidates } from './waiting-store.ts';

export type UnmatchedStatus = 'waiting' | 'assigned' | 'dismissed' | 'withdrawn';

/** Money that reached an app's address and had no transaction when it arrived. It may have been assigned since. */
export interface UnmatchedPayment {
  readonly id: string;
  readonly appId: string;
  readonly reason: string;
  /** Transactions that it may belong to. */
  readonly candidates: readonly string[];
  /** The evidence for each of them. */
  readonly evidence: readonly CandidateEvidence[];
  /** Transactions with a customer's claim for it. */
  readonly claims: readonly string[];
  /** For dust: the sum at the address on that day, in smallest units; otherwise null. */
  readonly dustAmount: bigint | null;
  readonly status: UnmatchedStatus;
  /** The transaction that it was assigned to. */
  readonly transactionId: string | null;
  readonly createdAt: Date;
  /** The block is null while a reorg has taken the transfer off the chain. */
  readonly transfer: Omit<RecordedTransfer, 'block'> & { readonly block: number | null };
}

export interface UnmatchedRow extends TransferRow {
  payment_id: string;
  payment_app_id: string;
  reason: string;
  candidates: string[];
  evidence: CandidateEvidence[];
  dust_amount: string | null;
  claims: string[];
  status: UnmatchedStatus;
  assigned_to: string | null;
  payment_created_at: Date;
  on_chain: boolean;
}

/** Columns of unmatched_payments as `u` and of their transfers as `f`. */
export const unmatchedColumns = `u.id as payment_id, u.app_id as payment_app_id, u.reason,
  ${shownCandidates} as candidates, u.evidence,
  u.dust_amount, u.status, u.transaction_id as assigned_to,
  u.created_at as payment_created_at, f.block is not null as on_chain,
  array(select c.transaction_id from payment_claims c
    where c.network_id = f.network_id and c.tx_hash = f.tx_hash order by c.id) as claims,
  ${transferColumns}`;
const tables = `unmatched_payments u join (${transferTables}) on f.id = u.transfer_id`;

/** Throws RowTampered if the transfer was changed outside the service. */
export async function findUnmatched(db: Queryable, id: string): Promise<UnmatchedPayment | null> {
  const rows = await db.query<UnmatchedRow>(`select ${unmatchedColumns} from ${tables} where u.id = $1`, [id]);
  const [row] = rows;
  if (row === undefined) return null;
  const tampered = transferFault(db, row);
  if (tampered !== null) throw new RowTampered(tampered);
  return readUnmatched(row);
}

/** The merchant dismisses the payment. Returns false if it does not wait. */
export async function dismissUnmatched({ db, now }: Write, id: string): Promise<boolean> {
  const rows = await db.query(
    `update unmatched_payments set status = 'dismissed', updated_at = $2
     where id = $1 and status = 'waiting' returning id`,
    [id, now],
  );
  return rows.length === 1;
}

/** Reads the payment from a row of `unmatchedColumns`. */
export function readUnmatched(row: UnmatchedRow): UnmatchedPayment {
  const transfer = transferFromRow(row);
  return {
    id: row.payment_id,
    appId: row.payment_app_id,
    reason: row.reason,
    candidates: row.candidates,
    evidence: row.evidence,
    dustAmount: row.dust_amount === null ? null : BigInt(row.dust_amount),
    claims: row.claims,
    status: row.status,
    transactionId: row.assigned_to,
    createdAt: row.payment_created_at,
    transfer: { ...transfer, block: row.on_chain ? transfer.block : null },
  };
}
