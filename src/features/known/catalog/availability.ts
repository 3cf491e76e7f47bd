// Reports which networks and assets can be paid with right now, as recorded by the processes that follow them.
import type { TransferFees } from '../../../io/chains/chain.ts';
import type { InternalTransfers, StopReason } from './catalog.ts';

export interface Reach {
  isReached(networkId: string): boolean;
  /** The seconds, on the chain's clock, since the final block last advanced. Null if unknown. */
  finalityAgeSeconds(networkId: string): number | null;
  internalTransfers(networkId: string): InternalTransfers | null;
  /** The approximate cost of sending. Null if no endpoint reported it recently. */
  transferFees(networkId: string): TransferFees | null;
  /** The reason why the asset cannot be paid with. Null if it can. */
  whyStopped(assetId: string): StopReason | null;
  /** The merchants' addresses (canonical) that the asset's issuer has blocked. */
  blockedAddresses(assetId: string): ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** For callers that do not check availability: every network counts as reached. */
export const everywhere: Reach = {
  isReached: () => true,
  finalityAgeSeconds: () => null,
  internalTransfers: () => null,
  transferFees: () => null,
  whyStopped: () => null,
  blockedAddresses: () => none,
};
