// Reads one TRON transaction by its id. Returns the same transfers, at the same positions, as a scan of its block.
import type { AddressTable } from '../accounts/address-table.ts';
import { unlistedInLogs } from '../accounts/read-logs.ts';
import { type FoundTransfers, malformed } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { TronParts } from './tron-parts.ts';
import { readWholeTronBlock } from './whole-blocks.ts';

/** Null if no endpoint knows the id. Throws a retryable ChainFault for answers that contradict each other. */
export async function tronTransfersIn(
  parts: TronParts,
  txHash: string,
  watched: AddressTable,
): Promise<FoundTransfers | null> {
  const { rotation } = parts;
  const result = await rotation.call('/wallet/gettransactioninfobyid', [{ value: txHash }]);
  const { id, blockNumber, log } = result as ResultOfTransaction;
  if (id === undefined) return (await isWaiting(parts, txHash)) ? { header: null, transfers: [] } : null;
  if (id !== txHash || typeof blockNumber !== 'number' || !Number.isSafeInteger(blockNumber))
    throw malformed('The endpoint returned another transaction');
  const { header, transfers } = await readWholeTronBlock(parts, blockNumber, watched);
  const unlisted = unlistedInLogs(eventsOf(log), watched, parts.contracts);
  return {
    header,
    transfers: transfers.filter((transfer) => transfer.txHash === txHash),
    ...(unlisted.length === 0 ? {} : { unlisted }),
  };
}

interface ResultOfTransaction {
  readonly id?: unknown;
  readonly blockNumber?: unknown;
  readonly log?: unknown;
}

/**
 * Events in the form of JSON-RPC, where hex begins with 0x. An event in another form proves nothing and is left out.
 */
function eventsOf(log: unknown): { address: string; topics: string[]; data: string }[] {
  if (!Array.isArray(log)) return [];
  return log.flatMap((event: { address?: unknown; topics?: unknown; data?: unknown } | null) => {
    const { address, topics, data } = event ?? {};
    const isWhole =
      isHex(address, 40) && Array.isArray(topics) && topics.every((topic) => isHex(topic, 64)) && isHex(data, 64);
    return isWhole ? [{ address: `0x${address}`, topics: topics.map((topic) => `0x${topic}`), data: `0x${data}` }] : [];
  });
}

function isHex(text: unknown, digits: number): boolean {
  return typeof text === 'string' && text.length === digits && /^[0-9a-f]+$/i.test(text);
}

/**
 * Whether it waits for a block, or is in one whose results are not available yet. The pending list is read first, so
 * that a transaction mined meanwhile is found in its block.
 */
async function isWaiting({ rotation }: TronParts, txHash: string): Promise<boolean> {
  for (const path of ['/wallet/gettransactionfrompending', '/wallet/gettransactionbyid']) {
    try {
      const found = (await rotation.call(path, [{ value: txHash }])) as { readonly txID?: unknown };
      if (found.txID === txHash) return true;
    } catch (fault) {
      // Not every endpoint shows the list of pending transactions.
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
    }
  }
  return false;
}
