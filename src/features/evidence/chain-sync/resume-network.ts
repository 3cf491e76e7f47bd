// Resumes a halted network from a safe block: a recorded one that is on the chain, or one chosen by the operator.
import { newestShared, type RecordedBlock } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { deleteBlocksAbove, listBlocks, recordBlockHeaders } from '../../known/networks/block-store.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { haltReason } from '../../known/networks/status-store.ts';
import { listTransferBlocks } from '../../money/payments/transfer-store.ts';
import { listOutgoingBlocks } from '../outgoing/outgoing-store.ts';
import { outgoingWatch } from '../outgoing/outgoing-watch.ts';
import { revertRecorded } from './blocks/revert-blocks.ts';
import { headersBelow, startHeaders } from './start-network.ts';

export interface ResumeOrder {
  readonly network: Network;
  readonly chain: Chain;
  /** The block to resume from; null for the newest recorded block that is on the chain. */
  readonly height: number | null;
}

export interface Resumed {
  /** The block from which it resumes. All later blocks are read again. */
  readonly from: number;
  readonly head: number;
  /** The height up to which it had been read; null if it had not. */
  readonly before: number | null;
}

/** The reason why a network is not resumed, for the operator. */
export type Refusal = 'not_halted' | 'nothing_shared' | 'above_head' | { readonly recordedBelow: RecordedBlock };

/**
 * Goes back to the newest recorded block (a recent one, or one with a payment) that is on the chain now, or to `height`
 * if given. Reverts later blocks with their credits and events as in any reorg; payments that are still on the chain
 * are found again. Rejects a height above a recorded payment that is not on this chain, because that payment would
 * never be reverted. Throws ChainFault if the endpoint does not answer or is on another network.
 */
export async function resumeNetwork(
  instance: Instance,
  { network, chain, height }: ResumeOrder,
): Promise<Resumed | Refusal> {
  await chain.verify();
  const head = await chain.head();
  const kept = await listBlocks(instance.db, network.id);
  const paid = await listTransferBlocks({ db: instance.db, networkId: network.id });
  const recorded = merged(kept, [...paid, ...(await listOutgoingBlocks(instance.db, network.id))]);
  const place = await placeToGoOn({ chain, height }, recorded, head);
  if (typeof place === 'string' || 'recordedBelow' in place) return place;
  const headers = [...(await headersBelow(chain, place, Math.min(startHeaders, network.reorgDepth))), place];
  return instance.db.atomically(async (trx) => {
    const before = await holdCursor(trx, network.id);
    if ((await haltReason(trx, network.id)) === null) return 'not_halted';
    await revertRecorded(trx, { instance, outgoing: outgoingWatch }, { network, fork: place, head: head.number });
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
    // A node without a block there lags behind the node that named the head. This does not show which branch is right.
    if (header === null) throw new ChainFault(`block ${number} is not available now; try again`, true);
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
