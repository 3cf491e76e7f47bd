// Begins to read a new network, or resumes a halted one once its chain is back.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { countHeaderVotes } from '../../../core/payment/votes.ts';
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import type { Cursor } from '../../known/networks/cursor-store.ts';
import { endHalt } from '../../known/networks/status-store.ts';
import { firstWatchedAt } from '../../known/networks/watched-store.ts';
import { recordBlocks } from './blocks/record-blocks.ts';
import { requireShared } from './quorum/compare-headers.ts';
import { askEach, votersOf } from './quorum/endpoint-quorum.ts';
import type { SyncContext, Tick } from './sync-session.ts';

/** The largest assumed lag of a chain's clock behind the service's clock. */
export const clockMarginSeconds = 7_200;
/** The number of headers kept below the block at which reading begins. */
export const startHeaders = 32;

/**
 * Begins at the head. If addresses were shown before the network could be reached, begins at a block safely before
 * that.
 */
export async function startNetwork(sync: SyncContext, cursor: Cursor, head: BlockHeader): Promise<'current' | 'more'> {
  const { network, chain } = sync.session;
  const since = await firstSoughtAt(sync);
  const first = since === null ? head : await blockBefore(chain, head, since.getTime() / 1000 - clockMarginSeconds);
  await requireShared(sync, first);
  const headers = [...(await headersBelow(chain, first, Math.min(startHeaders, network.reorgDepth))), first];
  const blocks = headers.map((header) => ({ header, transfers: [] }));
  await recordBlocks(sync, { cursor, blocks, headNumber: head.number });
  return first.number < head.number ? 'more' : 'current';
}

/**
 * Returns when the first address was shown on the network or the first outgoing transfer was registered; null if
 * neither happened.
 */
export async function firstSoughtAt({ instance: { db }, session }: SyncContext): Promise<Date | null> {
  const { id } = session.network;
  const [shown, expected] = [await firstWatchedAt(db, id), await session.outgoing.firstExpectedAt(db, id)];
  if (shown === null || expected === null) return shown ?? expected;
  return shown < expected ? shown : expected;
}

/** Returns a block that is not later than this time (Unix seconds). Goes back in steps that double. */
export async function blockBefore(chain: Chain, head: BlockHeader, seconds: number): Promise<BlockHeader> {
  let first = head;
  for (let step = 1; first.number > 0 && first.time > seconds; step *= 2) {
    const earlier = await chain.headerAt(Math.max(0, first.number - step));
    if (earlier === null) break;
    first = earlier;
  }
  return first;
}

/**
 * Returns headers below the first block, so that a reorg of the first blocks can be traced back. Throws ChainFault if
 * they do not link.
 */
export async function headersBelow(chain: Chain, first: BlockHeader, count: number): Promise<BlockHeader[]> {
  const lowest = Math.max(0, first.number - count);
  const numbers = Array.from({ length: first.number - lowest }, (_, index) => lowest + index);
  const headers = await Promise.all(numbers.map((number) => chain.headerAt(number)));
  headers.forEach((header, index) => {
    const next = headers[index + 1] ?? first;
    if (header?.hash !== next.parentHash)
      throw new ChainFault('the chain changed while its first blocks were read', true);
  });
  return headers.filter((header) => header !== null);
}

/**
 * Checks once a minute, and at once after the halt: an endpoint on the wrong chain, or a node that lost its data, often
 * recovers soon. Halting reverted nothing, so there is nothing to undo. Most of the endpoints that answer must have the
 * block.
 */
export async function resumeByItself(sync: SyncContext, { block }: Cursor): Promise<Tick> {
  const { instance, session } = sync;
  const { network, chain, owner, status } = session;
  if (block === null || !status.halt.isDue) return 'halted';
  status.halt.restart();
  try {
    await chain.endpoints?.findStrangers();
    await chain.verify();
  } catch (fault) {
    if (fault instanceof ChainFault) return 'halted';
    throw fault;
  }
  const answers = await askEach(votersOf(session), async (one) => (await one.headerAt(block.number))?.hash ?? null);
  const votes = answers.map(({ endpoint, answer }) => ({ endpoint, hash: answer }));
  if (countHeaderVotes(block.hash, votes).kind !== 'agreed') return 'halted';
  await endHalt(instance.db, network.id, owner);
  const facts = { network: network.symbol, block: block.number };
  instance.log.info(facts, 'the newest block read is on the chain again: the network is followed again');
  return 'more';
}
