// The least amount of a coin that a wallet can send. Nodes do not relay outputs worth less than the cost of spending
// them.
import { divideUp } from '../../money/decimal.ts';
import { quoteGrid } from '../../money/quote.ts';

/** The limits of nodes for one output of a UTXO chain. Rates are in smallest units for 1,000 virtual bytes. */
export interface DustPolicy {
  /** The serialized size of the output and of the input that spends it, in virtual bytes. */
  readonly spendBytes: bigint;
  /** An output must be worth at least the cost of spending it at this rate. */
  readonly dustRelayFee: bigint;
  /** A fixed limit for all outputs; null if the chain has none. */
  readonly dustLimit: bigint | null;
  /** The lowest fee rate that goes with these limits. */
  readonly relayFee: bigint;
}

export interface SendableAsset {
  readonly decimals: number;
  readonly isStable: boolean;
}

/**
 * The least amount in smallest units, rounded up. `dust`: null on account-based chains, where the least amount is one
 * step of the decimals that exchanges send. `relayFee`: the lowest fee rate that the node accepts now; null if unknown.
 * The default dust limits are a multiple of that rate, so a node with a higher rate is assumed to have higher limits.
 */
export function leastAmount(asset: SendableAsset, dust: DustPolicy | null, relayFee: bigint | null): bigint {
  if (dust === null) return quoteGrid(asset.decimals, asset.isStable);
  const threshold = dustThreshold(dust);
  if (relayFee === null || relayFee <= dust.relayFee) return threshold;
  return divideUp(threshold * relayFee, dust.relayFee);
}

/** Like GetDustThreshold in Bitcoin Core's src/policy/policy.cpp, unless the chain has a fixed limit. */
function dustThreshold({ spendBytes, dustRelayFee, dustLimit }: DustPolicy): bigint {
  return dustLimit ?? divideUp(spendBytes * dustRelayFee, 1_000n);
}
