// SQL of the table transfers for blocks that are read again: lists recorded transfers and removes invented ones.
import type { PaymentsOf, Write } from './commit.ts';
import type { Orphaned } from './transfer-store.ts';
import { withdrawUnmatched } from './unmatched/waiting-store.ts';

/** The fields of a transfer that a second reading of its block shows. */
export interface BlockTransfer {
  readonly id: string;
  readonly txHash: string;
  readonly position: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly succeeded: boolean;
}

type StoredTransfer = Omit<BlockTransfer, 'txHash' | 'amount'> & { tx_hash: string; amount: string };

function fromRow({ tx_hash, amount, ...row }: StoredTransfer): BlockTransfer {
  return { ...row, txHash: tx_hash, amount: BigInt(amount) };
}

/** Lists the transfers recorded in one block. */
export async function listTransfersIn({ db, networkId }: PaymentsOf, blockHash: string): Promise<BlockTransfer[]> {
  const rows = await db.query<StoredTransfer>(
    `select id, tx_hash, position, recipient, amount, succeeded from transfers
     where network_id = $1 and block_hash = $2 and block is not null`,
    [networkId, blockHash],
  );
  return rows.map(fromRow);
}

/** Lists the transfers recorded in blocks of these heights, with the hash of their block. */
export async function listTransfersBetween(
  { db, networkId }: PaymentsOf,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<(BlockTransfer & { readonly block: number; readonly blockHash: string })[]> {
  const rows = await db.query<StoredTransfer & { block: string; block_hash: string }>(
    `select id, tx_hash, position, recipient, amount, succeeded, block, block_hash from transfers
     where network_id = $1 and block between $2 and $3`,
    [networkId, first, last],
  );
  return rows.map(({ block, block_hash, ...row }) => ({
    ...fromRow(row),
    block: Number(block),
    blockHash: block_hash,
  }));
}

/** Marks invented transfers as off the chain, as a reorg does. */
export async function orphanTransfers(write: Write, ids: readonly string[]): Promise<Orphaned> {
  const rows = await write.db.query<{ transaction_id: string | null }>(
    `update transfers set block = null, block_hash = null, block_time = null, mac = null, updated_at = $2,
       disposition = case when disposition = 'matched' then disposition end
     where id = any($1::uuid[]) returning transaction_id`,
    [ids, write.now],
  );
  const unmatched = await withdrawUnmatched(write, ids);
  return { ids: [...new Set(rows.flatMap(({ transaction_id }) => transaction_id ?? []))], unmatched };
}
