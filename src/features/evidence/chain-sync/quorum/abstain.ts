// Turns the readings of a block into votes. An endpoint has no vote on transfers that it cannot see.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import type { BlockVote } from '../../../../core/payment/votes.ts';
import type { Chain } from '../../../../io/chains/chain.ts';
import type { BlockTransfer } from '../../../money/payments/block-transfer-store.ts';
import { hasBalances } from './endpoint-quorum.ts';

/** One endpoint's reading of a block. */
export interface Reading {
  readonly endpoint: string;
  readonly chain: Chain;
  readonly transfers: readonly Transfer[];
}

export interface Readable {
  readonly header: BlockHeader;
  readonly recorded: readonly BlockTransfer[];
  /** Tokens that may deliver another amount than their events say. Their amounts are taken from balances. */
  readonly unproven: ReadonlySet<string>;
}

/**
 * Every endpoint that has the block sees headers, direct payments and events. Not every one can see how much of a token
 * was delivered. Internal transfers come from another source and are in no reading.
 */
export function votesOf(readings: readonly Reading[], block: Readable): Promise<BlockVote[]> {
  return Promise.all(readings.map((reading) => voteOf(reading, readings, block)));
}

async function voteOf(reading: Reading, readings: readonly Reading[], block: Readable): Promise<BlockVote> {
  const transfers = new Set(reading.transfers.map(keyOf));
  const blindTo = new Set<string>();
  const others = [...block.recorded, ...readings.flatMap((one) => one.transfers)];
  for (const { own, theirs } of deliveredOtherwise(reading, others, block)) {
    if (await hasBalances(reading.chain, block.header, own.recipient)) continue;
    transfers.delete(keyOf(own));
    for (const each of [own, ...theirs]) blindTo.add(keyOf(each));
  }
  return { endpoint: reading.endpoint, transfers, blindTo };
}

/** Returns the endpoint's transfers of unproven tokens for which others report another amount. */
function deliveredOtherwise(
  { transfers }: Reading,
  others: readonly Omit<BlockTransfer, 'id'>[],
  { unproven }: Readable,
): { readonly own: Transfer; readonly theirs: readonly Omit<BlockTransfer, 'id'>[] }[] {
  return transfers.flatMap((own) => {
    if (!unproven.has(own.contract)) return [];
    const theirs = others.filter((one) => placeOf(one) === placeOf(own) && one.amount !== own.amount);
    return theirs.length === 0 ? [] : [{ own, theirs }];
  });
}

/** Two readings report the same transfer if their keys are equal. */
export function keyOf(transfer: Omit<BlockTransfer, 'id'>): string {
  return `${placeOf(transfer)} ${transfer.amount} ${transfer.succeeded}`;
}

function placeOf({ txHash, position, recipient }: Omit<BlockTransfer, 'id'>): string {
  return `${txHash} ${position} ${recipient}`;
}
