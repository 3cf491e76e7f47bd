// The least amount of an asset that a wallet can send to an address, by the limits of the asset's network.
import { leastAmount } from '../../../core/payment/offer/least-amount.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Asset, Network } from './catalog.ts';

export interface Sending {
  readonly network: Pick<Network, 'family' | 'facts' | 'transferFees'>;
  readonly asset: {
    readonly decimals: number;
    readonly cryptocurrency: Pick<Asset['cryptocurrency'], 'stable'>;
  };
  /** Canonical; null where it is not known yet. */
  readonly address: string | null;
}

/**
 * In smallest units. The network's last known relay fee counts, as `transferFees` has it. An address that is not known
 * yet is taken for the kind that costs most to spend.
 */
export function leastSendable({ network, asset, address }: Sending): bigint {
  const dust = codecOf(network.family).dustPolicy(address, network.facts);
  const { decimals, cryptocurrency } = asset;
  return leastAmount({ decimals, isStable: cryptocurrency.stable }, dust, network.transferFees?.relayRate ?? null);
}
