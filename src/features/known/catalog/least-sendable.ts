// Computes the least amount of an asset that a wallet can send to an address under the network's limits.
import { leastAmount } from '../../../core/payment/offer/least-amount.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Asset, Network } from './catalog.ts';

export interface Sending {
  readonly network: Pick<Network, 'family' | 'facts' | 'transferFees'>;
  readonly asset: {
    readonly decimals: number;
    readonly cryptocurrency: Pick<Asset['cryptocurrency'], 'stable'>;
  };
  /** The canonical address. Null if it is not known yet. */
  readonly address: string | null;
}

/**
 * Returns the amount in smallest units. Uses the network's last known relay fee, from `transferFees`. An unknown
 * address counts as the kind that costs most to spend.
 */
export function leastSendable({ network, asset, address }: Sending): bigint {
  const dust = codecOf(network.family).dustPolicy(address, network.facts);
  const { decimals, cryptocurrency } = asset;
  return leastAmount({ decimals, isStable: cryptocurrency.stable }, dust, network.transferFees?.relayRate ?? null);
}
