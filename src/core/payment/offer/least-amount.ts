// The least amount of a coin that a wallet can send: outputs worth less than they cost to spend are not relayed.
import { divideUp } from '../../money/decimal.ts';
import { quoteGrid } from '../../money/quote.ts';

/** The limits of nodes for one output of a chain of outputs; rates are in smallest units for 1,000 virtual bytes. */
export interface DustPolicy {
  /** The output as it is serialized, together with the input that spends it. In virtual bytes. */
  readonly spendBytes: bigint;
  /** At this rate an output must be worth what it costs to spend. */
  readonly dustRelayFee: bigint;
  /** A limit for all outputs, whatever they cost to spend; null where the chain has none. */
  readonly dustLimit: bigint | null;
  /** The least rate of fees that goes with these limits. */
  readonly relayFee: bigint;
}

export interface SendableAsset {
  readonly decimals: number;
  readonly isStable: boolean;
}

/**
 * The least amount in smallest units, rounded up. `dust`: null on chains with accounts, where one step of the decimals
 * that exchanges send is the least. `relayFee`: the least rate of fees that the node accepts now; null where it is not
 * known. The dust limits are a multiple of that rate by default, so a node with a higher rate is taken to have higher
 * limits.
 */
export function leastAmount(asset: SendableAsset, dust: DustPolicy | null, relayFee: bigint | null): bigint {
  if (dust === null) return quoteGrid(asset.decimals, asset.isStable);
  const threshold = dustThreshold(dust);
  if (relayFee === null || relayFee <= dust.relayFee) return threshold;
  return divideUp(threshold * relayFee, dust.relayFee);
}

/** As GetDustThreshold in Bitcoin Core's src/policy/policy.cpp, unless the chain has a limit of its own. */
function dustThreshold({ spendBytes, dustRelayFee, dustLimit }: DustPolicy): bigint {
  return dustLimit ?? divideUp(spendBytes * dustRelayFee, 1_000n);
}
