// The digest of a signed text, and its signer, on chains with accounts.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Refusal } from '../../codec.ts';
import { recoverKey } from '../../keys/recover-key.ts';
import { addressOfPoint } from '../address.ts';

/**
 * The digest that wallets sign for a text: keccak256 of a prefix, the text's length in bytes, and the text (EIP-191,
 * version 0x45; TIP-191).
 */
export function textDigest(chain: 'Ethereum' | 'TRON', text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  const prefix = `\x19${chain} Signed Message:\n${bytes.length}`;
  return keccak_256(concatBytes(utf8ToBytes(prefix), bytes));
}

/** Reads a signature in hex: 65 bytes from a key, any number from a contract. */
export function readHexSignature(text: string): Uint8Array | Refusal {
  const trimmed = text.trim();
  if (trimmed.length > mostCharacters || !/^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(trimmed)) return notASignature;
  return hexToBytes(trimmed.replace(/^0x/, ''));
}

/**
 * The canonical address of the key that made a signature of 65 bytes (r, s, v). Null for any other length, and for a
 * signature that no key makes.
 */
export function signerOf(digest: Uint8Array, signature: Uint8Array): string | null {
  const v = signature[64];
  const recovery = v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : null;
  if (signature.length !== 65 || recovery === null) return null;
  const key = recoverKey(digest, signature.slice(0, 64), recovery);
  return key && addressOfPoint(key);
}

/** Contract wallets with many owners concatenate one signature of each. */
const mostCharacters = 8_194;

const notASignature: Refusal = {
  code: 'not_a_signature',
  message:
    'A signature here is hexadecimal digits, as the wallet answers it: 130 of them after 0x, more for a contract.',
};
