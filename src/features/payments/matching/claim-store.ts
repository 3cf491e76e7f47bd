// All SQL of the table payment_claims: which chain transaction customers say pays their attempt, and who signed that.
import type { Queryable } from '../../../io/db/database.ts';
import {
  type RecordedTransfer,
  type TransferRow,
  transferColumns,
  transferFromRow,
  transferTables,
} from '../transfer-store.ts';

export interface NewClaim {
  readonly id: string;
  readonly transactionId: string;
  readonly networkId: string;
  readonly txHash: string;
  /** The address whose signature over the claim was verified; null where there is none. */
  readonly provedBy: string | null;
  readonly createdAt: Date;
}

/**
 * Records a claim, once; a proof is added to it and never taken away. False where the attempt has as many as it may
 * have.
 */
export async function insertClaim(trx: Queryable, claim: NewClaim, most: number): Promise<boolean> {
  const rows = await trx.query(
    `insert into payment_claims (id, transaction_id, network_id, tx_hash, proved_by, created_at)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from payment_claims where transaction_id = $2 and tx_hash <> $4) < $7
     on conflict (transaction_id, tx_hash) do update set proved_by = coalesce(excluded.proved_by, payment_claims.proved_by)
     returning id`,
    [claim.id, claim.transactionId, claim.networkId, claim.txHash, claim.provedBy, claim.createdAt, most],
  );
  return rows.length === 1;
}

/** A customer's word for one chain transaction. */
export interface Claim {
  readonly txHash: string;
  readonly transactionId: string;
  readonly provedBy: string | null;
}

export async function listClaimsOf(db: Queryable, networkId: string, txHashes: readonly string[]): Promise<Claim[]> {
  if (txHashes.length === 0) return [];
  const rows = await db.query<{ tx_hash: string; transaction_id: string; proved_by: string | null }>(
    'select tx_hash, transaction_id, proved_by from payment_claims where network_id = $1 and tx_hash = any($2::text[]) order by id',
    [networkId, txHashes],
  );
  return rows.map((row) => ({ txHash: row.tx_hash, transactionId: row.transaction_id, provedBy: row.proved_by }));
}

/** A chain transaction, and one recipient of it. */
export interface PaidHash {
  readonly networkId: string;
  readonly txHash: string;
  readonly recipient: string;
}

/** What is recorded of a chain transaction to this recipient, on the chain or taken off it (then its block is 0). */
export async function listTransfersOfHash(
  db: Queryable,
  { networkId, txHash, recipient }: PaidHash,
): Promise<(RecordedTransfer & { readonly isOnChain: boolean })[]> {
  const rows = await db.query<TransferRow & { on_chain: boolean }>(
    `select ${transferColumns}, f.block is not null as on_chain
     from ${transferTables}
     where f.network_id = $1 and f.tx_hash = $2 and f.recipient = $3 order by f.id`,
    [networkId, txHash, recipient],
  );
  return rows.map((row) => ({ ...transferFromRow(row), isOnChain: row.on_chain }));
}
