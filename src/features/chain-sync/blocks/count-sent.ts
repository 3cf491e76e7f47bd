// Asks how much the senders of payments have sent before: the wallet of many people says nothing of whose money it is.
import type { ScannedBlock } from '../../../core/payment/transfer.ts';
import { ChainFault } from '../../../io/chains/chain.ts';
import type { SyncContext } from '../sync-session.ts';

/** Of one batch of blocks no more senders are asked about: a flood of worthless transfers must hold up nothing. */
const mostAsked = 32;

/** The blocks with what is known of their senders. What cannot be told right now is left out: no block waits for it. */
export async function withSentCounts(
  { instance, session }: SyncContext,
  blocks: readonly ScannedBlock[],
): Promise<readonly ScannedBlock[]> {
  const { chain, network } = session;
  const senders = new Set(blocks.flatMap(({ transfers }) => transfers.flatMap(({ sender }) => sender ?? [])));
  if (chain.transactionsSent === undefined || senders.size === 0) return blocks;
  const counts = new Map<string, bigint>();
  try {
    const asked = [...senders].slice(0, mostAsked);
    await Promise.all(asked.map(async (one) => counts.set(one, (await chain.transactionsSent?.(one)) ?? 0n)));
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    const facts = { event: 'senders.unknown', network: network.symbol, err: error };
    instance.log.debug(facts, 'nobody tells how much senders have sent');
  }
  return blocks.map((block) => ({
    ...block,
    transfers: block.transfers.map((transfer) => {
      const count = counts.get(transfer.sender ?? '');
      return count === undefined ? transfer : { ...transfer, senderTransactions: count };
    }),
  }));
}
