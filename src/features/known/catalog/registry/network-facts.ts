// Derives the facts that a network's family needs from its entry in the registry or the configuration.
import type { Finality, NetworkEntry } from '../../../../core/config/network-entry.ts';
import type { NetworkFacts } from '../../../../io/chains/chain.ts';
import { factsOf } from '../../../../io/chains/codecs.ts';

/** Returns the configured finality rule, or the family's default. */
export function finalityOf({ family, finality }: NetworkEntry): Finality | undefined {
  return finality ?? factsOf(family).usualFinality ?? undefined;
}

/** Returns the facts of a configured network for its family. */
export function networkFacts(entry: NetworkEntry): NetworkFacts {
  const { symbol, chainId, params, rpc, tokens } = entry;
  const budget = {
    ...(entry.rpcBudget === undefined ? {} : { budget: entry.rpcBudget }),
    ...(entry.prices === undefined ? {} : { prices: entry.prices }),
    ...(entry.zmq === undefined ? {} : { zmq: entry.zmq }),
    ...(entry.representatives === undefined ? {} : { representatives: entry.representatives }),
  };
  const facts = { symbol, chainId, params, rpc, contracts: tokens.map((token) => token.contract), ...budget };
  if (!factsOf(entry.family).tracesCalls) return facts;
  const finality = finalityOf(entry);
  return {
    ...facts,
    traces: entry.traces ?? 'auto',
    finalityTag: finality !== undefined && 'tag' in finality ? finality.tag : 'finalized',
    unproven: tokens.filter((token) => token.feeOnTransfer !== false).map((token) => token.contract),
  };
}
