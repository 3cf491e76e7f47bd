// One commit for what a batch of blocks brought: headers, transfers, what they pay, and the cursor.
import type { NewTransfer, ScannedBlock, Transfer } from '../../core/payment/transfer.ts';
import { type DerivedAddress, watchDerived } from '../addresses/derived-store.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { type Cursor, keepBlocks, lockCursor, moveCursor } from '../networks/cursor-store.ts';
import { receiveTransfers } from '../payments/receive-transfers.ts';

/**
 * Records the blocks that follow `cursor`, in order. False, with nothing written, if the cursor is no longer there or
 * the lease is no longer this process's. `ahead`: addresses that are watched although they were never shown.
 */
export async function recordBlocks(
  instance: Instance,
  network: Network,
  owner: string,
  cursor: Cursor,
  blocks: readonly ScannedBlock[],
  headNumber: number,
  ahead: ReadonlyMap<string, DerivedAddress> = new Map(),
): Promise<boolean> {
  const last = blocks.at(-1)?.header;
  const first = blocks[0]?.header;
  if (last === undefined || first === undefined) return true;
  if (cursor.block !== null && (first.parentHash !== cursor.block.hash || first.number !== cursor.block.number + 1)) {
    throw new Error(`block ${first.number} of ${network.symbol} does not follow the cursor at ${cursor.block.number}`);
  }
  return instance.db.atomically(async (trx) => {
    const now = await lockCursor(trx, network.id, owner);
    if (now === null || now.block?.hash !== cursor.block?.hash) return false;
    await keepBlocks(
      trx,
      network.id,
      blocks.map((block) => block.header),
      last.number - network.reorgDepth + 1,
    );
    const transfers = transfersOf(instance, network, blocks);
    // Paid although it was never shown, as far as this database knows: it was restored from an older copy.
    await watchDerived(
      trx,
      network.id,
      transfers.flatMap(({ transfer }) => ahead.get(transfer.recipient) ?? []),
    );
    await moveCursor(trx, network.id, last, headNumber);
    await receiveTransfers(trx, instance, { network, height: last.number, found: transfers, fromBlock: first.number });
    return true;
  });
}

/** The transfers of known assets in these blocks, as they are recorded. */
export function transfersOf(instance: Instance, network: Network, blocks: readonly ScannedBlock[]): NewTransfer[] {
  return blocks.flatMap(({ header, transfers }) =>
    transfers.flatMap((transfer) => {
      const assetId = assetOf(instance, network, transfer);
      return assetId === null ? [] : [{ id: instance.newId(), transfer, assetId, header }];
    }),
  );
}

/** An asset is (network, contract); a token that is not in the catalog is nobody's money. */
function assetOf(instance: Instance, network: Network, transfer: Transfer): string | null {
  return instance.catalog.assetByContract(network.id, transfer.contract)?.id ?? null;
}
