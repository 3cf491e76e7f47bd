// Corrects a recorded block according to most endpoints.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import { lockCursor } from '../../../known/networks/cursor-store.ts';
import { markDropped } from '../../../known/networks/unconfirmed-store.ts';
import { type BlockTransfer, orphanTransfers } from '../../../money/payments/block-transfer-store.ts';
import { receiveTransfers } from '../../../money/payments/receive-transfers.ts';
import { revertThese } from '../../../money/payments/revert.ts';
import { newTransfers, observeFound, receivedOf } from '../blocks/record-blocks.ts';
import type { SyncContext } from '../sync-session.ts';

export interface Correction {
  readonly missing: readonly Transfer[];
  readonly invented: readonly BlockTransfer[];
}

/**
 * Runs in one commit, like the recording of a block: adds missing transfers and reverts invented ones, with all
 * effects.
 */
export async function correctBlock(
  { instance, session }: SyncContext,
  header: BlockHeader,
  { missing, invented }: Correction,
): Promise<void> {
  const { network, owner, outgoing, watched } = session;
  const facts = { network: network.symbol, block: header.number, missing: missing.length, invented: invented.length };
  instance.log.warn(facts, 'correcting a block to match most endpoints');
  const transferIds = invented.map(({ id }) => id);
  const txHashes = invented.map(({ txHash }) => txHash);
  await instance.db.atomically(async (trx) => {
    const cursor = await lockCursor(trx, network.id, owner);
    const kept = await findBlock(trx, network.id, header.number);
    if (cursor?.block == null || kept?.hash !== header.hash) return;
    const now = instance.clock.now();
    const height = cursor.block.number;
    const all = newTransfers(instance, network, [{ header, transfers: missing }]);
    // Expected transfers are locked before invoices.
    await outgoing.remove(trx, instance, { networkId: network.id, removed: { ids: transferIds } });
    await observeFound(trx, { instance, session }, { network, found: all });
    const found = await receivedOf(trx, watched, { network, found: all });
    const orphaned = await orphanTransfers({ db: trx, now }, transferIds);
    await markDropped(trx, txHashes, { networkId: network.id, now });
    await revertThese({ trx, instance }, { ...orphaned, height });
    await receiveTransfers({ trx, instance }, { network, height, found, fromBlock: header.number });
  });
}
