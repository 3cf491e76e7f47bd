// Recovers the public key that made a signature. Wallets on nearly every chain sign texts in this way.
import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * The key (secp256k1) as a point. `scalars`: r and s, 32 bytes each; `recovery` (0 to 3): which of the points with this
 * r was meant (SEC 1, 4.1.6). Null if no key makes such a signature of this digest.
 */
export function recoverKey(
  digest: Uint8Array,
  scalars: Uint8Array,
  recovery: number,
): { toBytes(isCompressed: boolean): Uint8Array } | null {
  try {
    return secp256k1.Signature.fromBytes(scalars, 'compact').addRecoveryBit(recovery).recoverPublicKey(digest);
  } catch {
    return null;
  }
}
