// Texts as wallets of chains with accounts sign them, and who signed.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Refusal } from '../../codec.ts';
import { recoverKey } from '../../keys/recover-key.ts';
import { addressOfPoint } from '../address.ts';

/**
 * What is signed for a text: keccak256 of a prefix, its length in bytes, and itself (EIP-191, version 0x45; TIP-191).
 */
export function textDigest(chain: 'Ethereum' | 'TRON', text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  const prefix = `\x19${chain} Signed Message:\n${bytes.length}`;
  return keccak_256(concatBytes(utf8ToBytes(prefix), bytes));
}

/** Any number of bytes: 65 by a key, as many as it likes for a contract. */
export function readHexSignature(text: string): Uint8Array | Refusal {
  const trimmed = text.trim();
  if (trimmed.length > mostCharacters || !/^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(trimmed)) return notASignature;
  return hexToBytes(trimmed.replace(/^0x/, ''));
}

/**
 * The address whose key made a signature of 65 bytes (r, s, v), canonical; null for any other, and for one that no key
 * makes.
 */
export function signerOf(digest: Uint8Array, signature: Uint8Array): string | null {
  const v = signature[64];
  const recovery = v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : null;
  if (signature.length !== 65 || recovery === null) return null;
  const key = recoverKey(digest, signature.slice(0, 64), recovery);
  return key && addressOfPoint(key);
}

/** Contract wallets of many owners put one signature of each in a row. */
const mostCharacters = 8_194;

const notASignature: Refusal = {
  code: 'not_a_signature',
  message:
    'A signature here is hexadecimal digits, as the wallet answers it: 130 of them after 0x, more for a contract.',
};
