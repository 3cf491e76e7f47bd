// Verifies signatures of signmessage in nodes and wallets, from which the key and its address are recovered.
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { CompactSize } from '@scure/btc-signer/script.js';
import { equalBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js';
import { recoverKey } from '../../keys/recover-key.ts';
import { type Locking, scriptOf } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';

/**
 * BIP-137: a byte for the recovery of the key and the kind of address, then r and s. Wallets disagree on the kind
 * (Electrum always writes the same), and it proves nothing, because the key's holder can be paid at each of its
 * addresses. Only one rule is kept: an uncompressed key has no address other than P2PKH.
 */
export function isSignedMessage(
  text: string,
  signature: Uint8Array,
  holder: Locking,
  { messagePrefix }: Pick<UtxoParams, 'messagePrefix'>,
): boolean {
  const header = (signature[0] as number) - 27;
  if (header < 0 || header > 15) return false;
  const isCompressed = header >= 4;
  const digest = sha256x2(withLength(utf8ToBytes(messagePrefix)), withLength(utf8ToBytes(text)));
  const key = recoverKey(digest, signature.slice(1), header % 4)?.toBytes(isCompressed);
  if (key === undefined) return false;
  const payload = hash160(key);
  if (holder.kind === 'p2pkh' || (holder.kind === 'p2wpkh' && isCompressed)) return equalBytes(payload, holder.payload);
  if (holder.kind !== 'p2sh' || !isCompressed) return false;
  return equalBytes(hash160(scriptOf({ kind: 'p2wpkh', payload })), holder.payload);
}

function withLength(bytes: Uint8Array): Uint8Array {
  return concatBytes(CompactSize.encode(BigInt(bytes.length)), bytes);
}
