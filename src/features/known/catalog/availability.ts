// Which networks and assets can be paid with right now, as whoever watches them knows.
import type { TransferFees } from '../../../io/chains/chain.ts';
import type { InternalTransfers, StopReason } from './catalog.ts';

export interface Reach {
  isReached(networkId: string): boolean;
  /** For how long, on the chain's clock, what its nodes call final has not moved; null where nobody knows. */
  finalityAgeSeconds(networkId: string): number | null;
  internalTransfers(networkId: string): InternalTransfers | null;
  /** About what sending costs; null where nobody told lately. */
  transferFees(networkId: string): TransferFees | null;
  /** Why nobody can pay with this asset; null for one that is well. */
  whyStopped(assetId: string): StopReason | null;
  /** Merchants' addresses, canonical, that the issuer of this asset has blocked. */
  blockedAddresses(assetId: string): ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** For those who do not care. */
export const everywhere: Reach = {
  isReached: () => true,
  finalityAgeSeconds: () => null,
  internalTransfers: () => null,
  transferFees: () => null,
  whyStopped: () => null,
  blockedAddresses: () => none,
};
