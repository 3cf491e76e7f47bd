// Derives receiving addresses from a merchant's extended public key, so that the service never holds a key that can
// spend.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { ReadKey } from '../codec.ts';
import { addressOfPoint } from './address.ts';

/** Why a text is not accepted as an extended public key. */
export type ExtendedKeyFault = 'private_key' | 'not_an_extended_key' | 'other_network' | 'wrong_depth';

/**
 * Reads a BIP-32 extended public key: xpub, or tpub, which some wallets show for test networks. Returns it as xpub, so
 * that each key has one text. Rejects the key of a single address (deeper than a receiving branch, m/44'/60'/0'/0),
 * because wallets never look for payments below it.
 */
export function readExtendedPublicKey(text: string): ReadKey | ExtendedKeyFault {
  const payload = decode(text.trim());
  if (payload?.length !== 78) return 'not_an_extended_key';
  // The key field of a private key begins with a zero byte, whichever version the prefix claims (BIP-32, serialization
  // format).
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  if (payload[45] === 0 || privateVersions.includes(version)) return 'private_key';
  if (version !== xpubVersion && version !== tpubVersion) return 'other_network';
  if ((payload[4] as number) > receivingDepth) return 'wrong_depth';
  new DataView(payload.buffer, payload.byteOffset).setUint32(0, xpubVersion);
  const canonical = codec.encode(payload);
  try {
    // Throws if the key is not a point of the curve.
    HDKey.fromExtendedKey(canonical);
  } catch {
    return 'not_an_extended_key';
  }
  return { canonical, identity: identityOf(payload) };
}

/**
 * Identifies a key by its point and its chain code. The fields for depth, parent and child number only describe its
 * position in the wallet. They can be changed without changing the key.
 */
export function identityOf(payload: Uint8Array): string {
  return bytesToHex(payload.subarray(13));
}

/**
 * The canonical receiving address with this index (31 bits), as BIP-44 wallets list them. It is child 0/index of an
 * account's key (m/44'/60'/0'), or child index of a receiving branch's key (m/44'/60'/0'/0). `canonicalKey` must come
 * from readExtendedPublicKey.
 */
export function deriveEvmAddress(canonicalKey: string, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= 0x8000_0000) throw new RangeError('An index has 31 bits');
  const { publicKey } = receivingBranch(canonicalKey).deriveChild(index);
  if (publicKey === null) throw new TypeError('An extended key came without its public key');
  return addressOfPoint(secp256k1.Point.fromBytes(publicKey));
}

const codec = createBase58check(sha256);
const xpubVersion = 0x0488b21e;
const tpubVersion = 0x043587cf;
/** xprv, tprv, and the yprv, zprv, uprv and vprv of SLIP-132. */
const privateVersions: readonly number[] = [0x0488ade4, 0x04358394, 0x049d7878, 0x04b2430c, 0x044a4e28, 0x045f18bc];
/** Whether a canonical key is the key of a receiving branch, so that addresses are its direct children. */
export function isReceivingBranch(canonicalKey: string): boolean {
  return codec.decode(canonicalKey)[4] === receivingDepth;
}

/** m / purpose' / coin' / account' / change, by BIP-44. */
const receivingDepth = 4;

function decode(text: string): Uint8Array | null {
  try {
    return codec.decode(text);
  } catch {
    return null;
  }
}

let lastKey = '';
let lastBranch: HDKey | undefined;

/** Keeps the branch of the last key: parsing and deriving it costs as much as deriving an address from it. */
function receivingBranch(canonicalKey: string): HDKey {
  if (lastBranch === undefined || lastKey !== canonicalKey) {
    const key = HDKey.fromExtendedKey(canonicalKey);
    lastBranch = key.depth === receivingDepth ? key : key.deriveChild(0);
    lastKey = canonicalKey;
  }
  return lastBranch;
}
