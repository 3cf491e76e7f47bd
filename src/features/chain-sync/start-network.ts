// Begins to read a network of which nothing was read yet.
import type { BlockHeader } from '../../core/payment/transfer.ts';
import { type Chain, ChainFault } from '../../io/chains/chain.ts';
import type { Cursor } from '../networks/cursor-store.ts';
import { firstWatchedAt } from '../networks/watched-store.ts';
import { recordBlocks } from './blocks/record-blocks.ts';
import type { SyncContext } from './sync-session.ts';

/** How far the clock of a chain may lag behind ours. */
const clockMarginSeconds = 7_200;
/** How many headers are kept below the block that a network is first, or again, read from. */
export const startHeaders = 32;

/**
 * From the head, or, where somebody could have paid because addresses were shown before the network was reached, from a
 * block safely before that.
 */
export async function startNetwork(sync: SyncContext, cursor: Cursor, head: BlockHeader): Promise<'current' | 'more'> {
  const { network, chain } = sync.session;
  const shownAt = await firstWatchedAt(sync.instance.db, network.id);
  const first = shownAt === null ? head : await blockBefore(chain, head, shownAt.getTime() / 1000 - clockMarginSeconds);
  const headers = [...(await headersBelow(chain, first, Math.min(startHeaders, network.reorgDepth))), first];
  const blocks = headers.map((header) => ({ header, transfers: [] }));
  await recordBlocks(sync, { cursor, blocks, headNumber: head.number });
  return first.number < head.number ? 'more' : 'current';
}

/** A block that is not later than this (Unix seconds), in steps that double. */
async function blockBefore(chain: Chain, head: BlockHeader, seconds: number): Promise<BlockHeader> {
  let first = head;
  for (let step = 1; first.number > 0 && first.time > seconds; step *= 2) {
    const earlier = await chain.headerAt(Math.max(0, first.number - step));
    if (earlier === null) break;
    first = earlier;
  }
  return first;
}

/**
 * So that a reorg of the very first blocks has something to be walked back to. Throws ChainFault where they do not
 * link.
 */
export async function headersBelow(chain: Chain, first: BlockHeader, count: number): Promise<BlockHeader[]> {
  const lowest = Math.max(0, first.number - count);
  const numbers = Array.from({ length: first.number - lowest }, (_, index) => lowest + index);
  const headers = await Promise.all(numbers.map((number) => chain.headerAt(number)));
  headers.forEach((header, index) => {
    const next = headers[index + 1] ?? first;
    if (header?.hash !== next.parentHash)
      throw new ChainFault('the chain moved while its first blocks were read', true);
  });
  return headers.filter((header) => header !== null);
}
