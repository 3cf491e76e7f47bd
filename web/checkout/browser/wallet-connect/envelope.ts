// Encrypts the messages of a WalletConnect session, so that the relay cannot read them.
// https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-keys and …/crypto-envelopes
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/** A key that only the two ends know. */
export interface SharedKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** The relay's topic for the messages of both ends: the SHA-256 of the key, in hexadecimal. */
  readonly topic: string;
}

export function sharedKey(key: Uint8Array): SharedKey {
  return { key, topic: bytesToHex(sha256(key)) };
}

/** The key agreed from our X25519 secret and their public key (hexadecimal). Throws if that is not a public key. */
export function agreedKey(secret: Uint8Array, theirs: string): SharedKey {
  return sharedKey(hkdf(sha256, x25519.getSharedSecret(secret, hexToBytes(theirs)), undefined, undefined, 32));
}

/** The X25519 public key of 32 secret bytes, in hexadecimal. */
export function publicKeyOf(secret: Uint8Array): string {
  return bytesToHex(x25519.getPublicKey(secret));
}

const plainEnvelope = 0;
const nonceLength = 12;

/** Returns an envelope of type 0 in base64. The 12 bytes of `nonce` must be new for each message. */
export function seal({ key }: SharedKey, text: string, nonce: Uint8Array): string {
  const sealed = chacha20poly1305(key, nonce).encrypt(new TextEncoder().encode(text));
  return base64.encode(concatBytes(Uint8Array.of(plainEnvelope), nonce, sealed));
}

/** Returns the text of an envelope of type 0. Throws if it was made with another key or changed in transit. */
export function open({ key }: SharedKey, envelope: string): string {
  const bytes = base64.decode(envelope);
  if (bytes[0] !== plainEnvelope) throw new Error('This is no envelope of type 0.');
  const nonce = bytes.subarray(1, 1 + nonceLength);
  return new TextDecoder().decode(chacha20poly1305(key, nonce).decrypt(bytes.subarray(1 + nonceLength)));
}
