// Tokens of callers: a prefix for the kind, 256 random bits, and a checksum that detects invalid ones.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * qpat_: a personal access token. qapp_: an app token. qcs_: an OAuth 2 client's secret, which is not a bearer token.
 */
export type TokenPrefix = 'qpat_' | 'qapp_' | 'qcs_';

const secretBytes = 32;
// 62^43 > 2^256 and 62^6 > 2^32, so both parts have a fixed width.
const secretWidth = 43;
const checksumWidth = 6;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const tokenText = /^q(?:pat|app)_[0-9A-Za-z]{49}$/;

/**
 * Returns a new token: the prefix, 43 base62 digits of 32 random bytes, and 6 base62 digits of the CRC-32 of all that.
 * By the prefix and the checksum, a secret scanner recognizes a leaked token offline.
 */
export function mintToken(prefix: TokenPrefix, secret: Buffer = randomBytes(secretBytes)): string {
  if (secret.length !== secretBytes) throw new Error(`A token needs ${secretBytes} random bytes, not ${secret.length}`);
  const body = prefix + base62(BigInt(`0x${secret.toString('hex')}`), secretWidth);
  return body + checksum(body);
}

/** Returns a new key of a door: 48 hexadecimal digits (192 bits). Shops in other dialects sign with it. */
export function newDoorKey(): string {
  return randomBytes(24).toString('hex');
}

/** Whether the text has the form and the checksum of a token. Does not check whether the token exists. */
export function tokenIsWellFormed(text: string): boolean {
  return tokenText.test(text) && checksum(text.slice(0, -checksumWidth)) === text.slice(-checksumWidth);
}

/**
 * Returns the SHA-256 of the whole token, which is stored for lookups. A plain hash is enough, because 2^256 tokens
 * cannot be tried.
 */
export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumWidth);
}

function base62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; digits.length < width; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits;
}
