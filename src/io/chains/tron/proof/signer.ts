// Whose key signed the header of a TRON block.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { addressOfPoint } from '../../accounts/address.ts';
import { recoverKey } from '../../keys/recover-key.ts';
import { hexBytes } from './protobuf.ts';

export interface SignedHeader {
  /** As it was signed, and the SHA-256 of that. */
  readonly bytes: Buffer;
  readonly digest: Buffer;
  /** Whom it names. */
  readonly witness: string;
}

/**
 * The address of the key that signed, in canonical form, or null: r, s and a byte for the recovery, which begins at 0
 * or at 27 (ECKey.signatureToAddress of java-tron). What is longer than 65 bytes has something behind it that counts
 * for nothing. To try the key that signed for the same representative last is quicker than to find out whose it is.
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
  // Representatives are 27 of a few hundred; a forger makes up as many as he likes.
  if (lastKeys.size >= mostKept) lastKeys.clear();
  lastKeys.set(header.witness, { key: keyOf(coordinates), address });
  return address;
}

const mostKept = 512;
/** By representative. It only saves work: what is answered is the same without it. */
const lastKeys = new Map<string, { readonly key: KeyObject; readonly address: string }>();

function keyOf(coordinates: Buffer): KeyObject {
  const [x, y] = [coordinates.toString('base64url', 0, 32), coordinates.toString('base64url', 32, 64)];
  return createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' });
}
