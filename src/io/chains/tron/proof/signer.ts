// Finds the key that signed the header of a TRON block.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { addressOfPoint } from '../../accounts/address.ts';
import { recoverKey } from '../../keys/recover-key.ts';
import { hexBytes } from './protobuf.ts';

export interface SignedHeader {
  /** The signed bytes, and their SHA-256. */
  readonly bytes: Buffer;
  readonly digest: Buffer;
  /** The representative that the header names. */
  readonly witness: string;
}

/**
 * The canonical address of the key that signed, or null. The signature is r, s and a recovery byte, which begins at 0
 * or at 27 (ECKey.signatureToAddress of java-tron). Bytes after the 65th are ignored. The last key of the same
 * representative is tried first, because that is faster than recovering the key.
 */
export function signerOf(header: SignedHeader, signature: unknown): string | null {
  const bytes = hexBytes(signature);
  if (bytes === null || bytes.length < 65) return null;
  const scalars = bytes.subarray(0, 64);
  const last = lastKeys.get(header.witness);
  if (last !== undefined && verify('sha256', header.bytes, { key: last.key, dsaEncoding: 'ieee-p1363' }, scalars))
    return last.address;
  const recovery = bytes[64] as number;
  const point = recoverKey(header.digest, scalars, recovery >= 27 ? (recovery - 27) % 4 : recovery % 4);
  if (point === null) return null;
  const coordinates = Buffer.from(point.toBytes(false).subarray(1));
  const address = addressOfPoint(point);
  // There are 27 representatives out of a few hundred candidates, but a forger can invent any number.
  if (lastKeys.size >= mostKept) lastKeys.clear();
  lastKeys.set(header.witness, { key: keyOf(coordinates), address });
  return address;
}

const mostKept = 512;
/** A cache by representative; the result does not depend on it. */
const lastKeys = new Map<string, { readonly key: KeyObject; readonly address: string }>();

function keyOf(coordinates: Buffer): KeyObject {
  const [x, y] = [coordinates.toString('base64url', 0, 32), coordinates.toString('base64url', 32, 64)];
  return createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' });
}
