// Reads a halted network again, from a block that is certain: one that was recorded and is on the chain, or one that is
// named.
import { newestShared, type RecordedBlock } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { deleteBlocksAbove, listBlocks, recordBlockHeaders } from '../../known/networks/block-store.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { haltReason } from '../../known/networks/status-store.ts';
import { revertTo } from '../../money/payments/revert.ts';
import { listTransferBlocks } from '../../money/payments/transfer-store.ts';
import { headersBelow, startHeaders } from './start-network.ts';

export interface ResumeOrder {
  readonly network: Network;
  readonly chain: Chain;
  /** The block to go on from; null for the newest one that was recorded and is on the chain. */
  readonly height: number | null;
}

export interface Resumed {
  /** The block it goes on from; all above it is read again. */
  readonly from: number;
  readonly head: number;
  /** How far it had been read. */
  readonly before: number | null;
}

/** Why a network is not resumed, for the person who asked. */
export type Refusal = 'not_halted' | 'nothing_shared' | 'above_head' | { readonly recordedBelow: RecordedBlock };

/**
 * Goes back to the newest block that was recorded (the last blocks, and those of every payment) and is on the chain
 * now, or to `height` where that is given. What stood on later blocks is reverted with its credits and events, as in
 * any reorg, and found again if the chain still has it. A height above a recorded payment that is not on this chain is
 * refused: it would stand for ever. Throws ChainFault while the endpoint does not answer, or is another network.
 */
export async function resumeNetwork(
  instance: Instance,
  { network, chain, height }: ResumeOrder,
): Promise<Resumed | Refusal> {
  await chain.verify();
  const head = await chain.head();
  const kept = await listBlocks(instance.db, network.id);
  const recorded = merged(kept, await listTransferBlocks({ db: instance.db, networkId: network.id }));
  const place = await placeToGoOn({ chain, height }, recorded, head);
  if (typeof place === 'string' || 'recordedBelow' in place) return place;
  const headers = [...(await headersBelow(chain, place, Math.min(startHeaders, network.reorgDepth))), place];
  return instance.db.atomically(async (trx) => {
    const before = await holdCursor(trx, network.id);
    if ((await haltReason(trx, network.id)) === null) return 'not_halted';
    await revertTo({ trx, instance }, { network, fork: place, head: head.number });
    if (kept.every((block) => block.number !== place.number)) {
      await deleteBlocksAbove(trx, network.id, -1);
      await recordBlockHeaders(trx, network.id, headers, 0);
    }
    return { from: place.number, head: head.number, before };
  });
}

async function placeToGoOn(
  { chain, height }: Pick<ResumeOrder, 'chain' | 'height'>,
  recorded: readonly RecordedBlock[],
  head: BlockHeader,
): Promise<BlockHeader | Refusal> {
  if (height !== null && height > head.number) return 'above_head';
  const canonical = async (number: number) => {
    if (number > head.number) return null;
    const header = await chain.headerAt(number);
    // A node that has no block there lags behind the one that named the head: that says nothing about the branch.
    if (header === null) throw new ChainFault(`block ${number} is not to be had right now; try again`, true);
    return header.hash;
  };
  const below = height === null ? recorded : recorded.filter((block) => block.number <= height);
  const shared = await newestShared(below, canonical);
  const [newest] = below;
  if (height !== null && newest !== undefined && shared !== newest) return { recordedBelow: newest };
  const number = height ?? shared?.number;
  if (number === undefined) return 'nothing_shared';
  return (await chain.headerAt(number)) ?? 'above_head';
}

function merged(one: readonly RecordedBlock[], other: readonly RecordedBlock[]): RecordedBlock[] {
  const byNumber = new Map(
    [...other, ...one].map((block) => [block.number, { number: block.number, hash: block.hash }]),
  );
  return [...byNumber.values()].sort((a, b) => b.number - a.number);
}
