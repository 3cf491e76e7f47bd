// Computes HMAC-SHA-256 (RFC 2104) of short texts with two one-shot hashes. An Hmac object of node:crypto costs twice
// as much.
import { hash, timingSafeEqual } from 'node:crypto';

export interface HmacSha256 {
  /** Returns 64 hexadecimal digits in lower case. */
  hex(text: string): string;
  /** Whether `mac` is the MAC of the text, compared in constant time. False if it does not have 32 bytes. */
  holds(text: string, mac: Uint8Array): boolean;
}

const blockBytes = 64;
const macBytes = 32;
/** Longer texts get their own buffer. */
const commonBytes = 16_384;

/** `key` has at most 64 bytes, the block size of SHA-256. Texts are hashed as UTF-8. */
export function hmacSha256(key: Uint8Array): HmacSha256 {
  if (key.length > blockBytes) throw new Error('The key of an HMAC must have at most 64 bytes');
  const inner = Buffer.concat([padded(key, 0x36), Buffer.alloc(commonBytes)]);
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(macBytes)]);
  const made = Buffer.alloc(macBytes);
  /** Returns a text, because a Buffer costs as much as the digest itself. `binary` has one character per byte. */
  const digest = (text: string, encoding: 'binary' | 'hex'): string => {
    const most = text.length * 3;
    const message = most <= commonBytes ? inner : Buffer.concat([inner.subarray(0, blockBytes), Buffer.alloc(most)]);
    const end = blockBytes + message.write(text, blockBytes, 'utf8');
    outer.write(hash('sha256', message.subarray(0, end), 'binary'), blockBytes, 'latin1');
    return hash('sha256', outer, encoding);
  };
  return {
    hex: (text) => digest(text, 'hex'),
    holds(text, mac) {
      if (mac.length !== macBytes) return false;
      made.write(digest(text, 'binary'), 0, 'latin1');
      return timingSafeEqual(made, mac);
    },
  };
}

function padded(key: Uint8Array, byte: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  block.set(key);
  return block.map((one) => one ^ byte) as Buffer;
}
