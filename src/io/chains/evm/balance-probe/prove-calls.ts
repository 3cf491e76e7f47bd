// Holds what balances tell of, unless it is proved that a call sent it.
import { type CallRun, isSentByCall } from '../../../core/payment/internal/called-value.ts';
import type { Transfer } from '../../../core/payment/transfer.ts';
import { type BlockGrowth, ChainFault, type NativeBalances } from '../../../io/chains/chain.ts';

/** So many chain transactions of one block are run again at a time. */
const mostRuns = 8;
/** Anybody can name an address for nothing. Where more name it, nothing is proved. */
const mostNamed = 4;

export interface Judged {
  /** As they are to be recorded. Those that are missing have their turn another time. */
  readonly transfers: readonly Transfer[];
  /** The ChainFault that ended it early, if one did. */
  readonly fault: unknown;
}

/** `transfers`: what balances tell of this block, each by the chain transaction that it is put down to. */
export async function holdUnproved(
  balances: Pick<NativeBalances, 'runAgain'>,
  growth: BlockGrowth,
  transfers: readonly Transfer[],
  signal: AbortSignal,
): Promise<Judged> {
  const runs = new Map<string, CallRun | null>();
  const judged: Transfer[] = [];
  try {
    for (const transfer of transfers) {
      const involved = involvedIn(growth, transfer);
      const news = involved.length > mostNamed ? [] : involved.filter((hash) => !runs.has(hash));
      if (runs.size + news.length > mostRuns) continue;
      for (const hash of news) runs.set(hash, await balances.runAgain(growth.header, hash, signal));
      const own = new Map(involved.map((hash) => [hash, runs.get(hash) ?? null]));
      const isProved = isSentByCall(transfer.recipient, transfer.txHash, own);
      judged.push(isProved ? transfer : { ...transfer, held: 'unproved_call' });
    }
    return { transfers: judged, fault: undefined };
  } catch (fault) {
    if (fault instanceof ChainFault) return { transfers: judged, fault };
    throw fault;
  }
}

/** The hashes of the chain transaction that it is put down to, and of all others that may have paid a part of it. */
function involvedIn({ of }: BlockGrowth, { txHash, recipient }: Transfer): string[] {
  return [...new Set([txHash, ...(of.get(recipient)?.named ?? []).map((one) => one.txHash)])];
}
