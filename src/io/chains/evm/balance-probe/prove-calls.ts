// Holds internal transfers found by balances, unless executing their chain transactions again proves that a call sent
// them.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { BlockDeltas } from './block-deltas.ts';
import { isSentByCall, type ReExecution } from './sent-by-call.ts';

/** The largest number of chain transactions of one block that are executed again in one pass. */
const mostExecutions = 8;
/** Anyone can name an address at no cost. If more chain transactions name it, no proof is attempted. */
const mostNamed = 4;

/** Executes a chain transaction of this block again; null if no endpoint can. Throws ChainFault. */
export type ReExecute = (header: BlockHeader, txHash: string) => Promise<ReExecution | null>;

export interface ProvedCalls {
  /** The transfers to record. The missing ones are left for a later pass. */
  readonly transfers: readonly Transfer[];
  /** The ChainFault that ended the pass early, if any. */
  readonly fault: unknown;
}

/**
 * `transfers` are the transfers derived from the deltas of this block, each with the chain transaction taken as its
 * payer.
 */
export async function proveCalls(
  deltas: BlockDeltas,
  transfers: readonly Transfer[],
  reexecute: ReExecute,
): Promise<ProvedCalls> {
  const executions = new Map<string, ReExecution | null>();
  const proved: Transfer[] = [];
  try {
    for (const transfer of transfers) {
      const involved = involvedIn(deltas, transfer);
      const news = involved.length > mostNamed ? [] : involved.filter((hash) => !executions.has(hash));
      if (executions.size + news.length > mostExecutions) continue;
      for (const hash of news) executions.set(hash, await reexecute(deltas.header, hash));
      const own = new Map(involved.map((hash) => [hash, executions.get(hash) ?? null]));
      const isProved = isSentByCall(transfer.recipient, transfer.txHash, own);
      proved.push(isProved ? transfer : { ...transfer, held: 'unproved_call' });
    }
    return { transfers: proved, fault: undefined };
  } catch (fault) {
    if (fault instanceof ChainFault) return { transfers: proved, fault };
    throw fault;
  }
}

/** The hashes of the presumed payer, and of all other chain transactions that may have paid a part. */
function involvedIn({ of }: BlockDeltas, { txHash, recipient }: Transfer): string[] {
  return [...new Set([txHash, ...(of.get(recipient)?.namedBy ?? []).map((one) => one.txHash)])];
}
