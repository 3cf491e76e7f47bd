// SQL of the table transfers for blocks that are read again: what is recorded in one, and the removal of what never
// was.
import type { Queryable } from '../../io/db/database.ts';
import { withdrawUnmatched } from './unmatched/waiting-store.ts';

/** A transfer as far as a second reading of its block tells it. */
export interface BlockTransfer {
  readonly id: string;
  readonly txHash: string;
  readonly position: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly succeeded: boolean;
}

/** The transfers that are recorded in one block. */
export async function listTransfersIn(db: Queryable, networkId: string, blockHash: string): Promise<BlockTransfer[]> {
  const rows = await db.query<Omit<BlockTransfer, 'txHash' | 'amount'> & { tx_hash: string; amount: string }>(
    `select id, tx_hash, position, recipient, amount, succeeded from transfers
     where network_id = $1 and block_hash = $2 and block is not null`,
    [networkId, blockHash],
  );
  return rows.map(({ tx_hash, amount, ...row }) => ({ ...row, txHash: tx_hash, amount: BigInt(amount) }));
}

/** Takes transfers that never existed off the chain, as a reorg does; answers the transactions that they paid. */
export async function orphanTransfers(trx: Queryable, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await trx.query<{ transaction_id: string | null }>(
    `update transfers set block = null, block_hash = null, block_time = null, updated_at = $2,
       disposition = case when disposition = 'matched' then disposition end
     where id = any($1::uuid[]) returning transaction_id`,
    [ids, now],
  );
  await withdrawUnmatched(trx, ids, now);
  return [...new Set(rows.flatMap(({ transaction_id }) => transaction_id ?? []))];
}
