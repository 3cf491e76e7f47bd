// Holds internal transfers that balances show, unless it is proved by executing their chain transactions again that a
// call sent them.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { BlockDeltas } from './block-deltas.ts';
import { isSentByCall, type ReExecution } from './sent-by-call.ts';

/** So many chain transactions of one block are executed again at a time. */
const mostExecutions = 8;
/** Anybody can name an address for nothing. Where more name it, nothing is proved. */
const mostNamed = 4;

/** Executes a chain transaction of this block once more; null where nobody can. Throws ChainFault. */
export type ReExecute = (header: BlockHeader, txHash: string) => Promise<ReExecution | null>;

export interface ProvedCalls {
  /** As they are to be recorded. Those that are missing have their turn another time. */
  readonly transfers: readonly Transfer[];
  /** The ChainFault that ended it early, if one did. */
  readonly fault: unknown;
}

/**
 * `transfers`: what the deltas of this block amount to, each with the chain transaction that is taken to have paid it.
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

/**
 * The hashes of the chain transaction that is taken to have paid, and of all others that may have paid a part of it.
 */
function involvedIn({ of }: BlockDeltas, { txHash, recipient }: Transfer): string[] {
  return [...new Set([txHash, ...(of.get(recipient)?.namedBy ?? []).map((one) => one.txHash)])];
}
