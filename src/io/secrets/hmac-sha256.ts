// HMAC-SHA-256 (RFC 2104) of short texts by two one-shot hashes: an Hmac object of node:crypto costs twice as much.
import { hash, timingSafeEqual } from 'node:crypto';

export interface HmacSha256 {
  /** 64 hexadecimal digits in lower case. */
  hex(text: string): string;
  /** Whether `mac` is that of the text, compared in constant time; false where it has not 32 bytes. */
  holds(text: string, mac: Uint8Array): boolean;
}

const blockBytes = 64;
const macBytes = 32;
/** Longer texts get a buffer of their own. */
const commonBytes = 16_384;

/** key: at most 64 bytes, the block of SHA-256. Texts are hashed as UTF-8. */
export function hmacSha256(key: Uint8Array): HmacSha256 {
  if (key.length > blockBytes) throw new Error('The key of an HMAC has at most 64 bytes');
  const inner = Buffer.concat([padded(key, 0x36), Buffer.alloc(commonBytes)]);
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(macBytes)]);
  const made = Buffer.alloc(macBytes);
  /** As text, for a Buffer of a digest costs as much as the digest. `binary` has one character a byte. */
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
