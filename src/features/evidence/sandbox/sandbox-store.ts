// SQL of the sandbox: marks simulated transfers as off the chain.
import type { Queryable } from '../../../io/db/database.ts';

/** Keeps the transfers without a block, as a reorg does. */
export async function orphanTransfersOfHash(
  trx: Queryable,
  txHash: string,
  { networkId, now }: { readonly networkId: string; readonly now: Date },
): Promise<void> {
  await trx.query(
    `update transfers set block = null, block_hash = null, block_time = null, mac = null, updated_at = $3
     where network_id = $1 and tx_hash = $2`,
    [networkId, txHash, now],
  );
}
