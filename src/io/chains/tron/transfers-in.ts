// Reads one TRON transaction by its id: the same transfers, at the same positions, as a scan of its block finds.
import type { AddressTable } from '../accounts/address-table.ts';
import { type FoundTransfers, malformed } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { TronParts } from './tron-parts.ts';
import { readWholeTronBlock } from './whole-blocks.ts';

/** Null where no endpoint knows the id. Throws a retryable ChainFault for answers that do not fit together. */
export async function tronTransfersIn(
  parts: TronParts,
  txHash: string,
  watched: AddressTable,
): Promise<FoundTransfers | null> {
  const { rotation } = parts;
  const result = await rotation.call('/wallet/gettransactioninfobyid', [{ value: txHash }]);
  const { id, blockNumber } = result as { readonly id?: unknown; readonly blockNumber?: unknown };
  if (id === undefined) return (await isWaiting(parts, txHash)) ? { header: null, transfers: [] } : null;
  if (id !== txHash || typeof blockNumber !== 'number' || !Number.isSafeInteger(blockNumber))
    throw malformed('Another transaction was answered');
  const { header, transfers } = await readWholeTronBlock(parts, blockNumber, watched);
  return { header, transfers: transfers.filter((transfer) => transfer.txHash === txHash) };
}

/**
 * Whether it waits for a block, or is in one whose results are not there yet. What is not among the pending any more is
 * in a block by then, so they are asked in this order.
 */
async function isWaiting({ rotation }: TronParts, txHash: string): Promise<boolean> {
  for (const path of ['/wallet/gettransactionfrompending', '/wallet/gettransactionbyid']) {
    try {
      const found = (await rotation.call(path, [{ value: txHash }])) as { readonly txID?: unknown };
      if (found.txID === txHash) return true;
    } catch (fault) {
      // The list of pending transactions is not shown by every endpoint.
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
    }
  }
  return false;
}
