// All SQL of customers' claims: which chain transaction they say pays their attempt.
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
  readonly createdAt: Date;
}

/** Keeps a claim, once; false where the attempt has as many as it may have. */
export async function keepClaim(trx: Queryable, claim: NewClaim, most: number): Promise<boolean> {
  const rows = await trx.query(
    `insert into payment_claims (id, transaction_id, network_id, tx_hash, created_at)
     select $1, $2, $3, $4, $5 where (select count(*) from payment_claims where transaction_id = $2 and tx_hash <> $4) < $6
     on conflict (transaction_id, tx_hash) do update set tx_hash = excluded.tx_hash returning id`,
    [claim.id, claim.transactionId, claim.networkId, claim.txHash, claim.createdAt, most],
  );
  return rows.length === 1;
}

/** The transactions whose customers claim this chain transaction. */
export async function listClaimants(db: Queryable, networkId: string, txHash: string): Promise<string[]> {
  const rows = await db.query<{ transaction_id: string }>(
    'select transaction_id from payment_claims where network_id = $1 and tx_hash = $2 order by id',
    [networkId, txHash],
  );
  return rows.map((row) => row.transaction_id);
}

/** What is recorded of a chain transaction to this recipient, on the chain or taken off it (then its block is 0). */
export async function listTransfersOfHash(
  db: Queryable,
  networkId: string,
  txHash: string,
  recipient: string,
): Promise<(RecordedTransfer & { readonly isOnChain: boolean })[]> {
  const rows = await db.query<TransferRow & { on_chain: boolean }>(
    `select ${transferColumns}, f.block is not null as on_chain
     from ${transferTables}
     where f.network_id = $1 and f.tx_hash = $2 and f.recipient = $3 order by f.id`,
    [networkId, txHash, recipient],
  );
  return rows.map((row) => ({ ...transferFromRow(row), isOnChain: row.on_chain }));
}
