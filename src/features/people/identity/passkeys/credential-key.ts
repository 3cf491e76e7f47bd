// Checks the public keys of passkeys and the signatures made with them.
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { decodeAt } from './authenticator-data.ts';

/** The accepted signature algorithms, most preferred first (IANA COSE algorithms): EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257] as const;

/**
 * The size of an RSA modulus in bytes: 2,048 to 4,096 bits. Smaller keys are weak, and larger ones slow down
 * verification.
 */
const modulusBytes = { least: 256, most: 512 };

/** Whether this is a valid COSE key (RFC 9052) for one of `algorithms`. */
export function isCredentialKey(coseKey: Uint8Array): boolean {
  try {
    readKey(coseKey);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether this key signed the data. ES256 signatures are in DER, the others are raw (WebAuthn level 3, §6.5.5). Throws
 * if the key is invalid.
 */
export function isSignedBy(coseKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const { key, hash } = readKey(coseKey);
  return verify(hash, data, key, signature);
}

interface ReadKey {
  readonly key: KeyObject;
  /** The hash function of the signature. EdDSA has its own. */
  readonly hash: 'sha256' | null;
}

/** The labels of a COSE key: common ones, and those of each key type (RFC 9053 §7.1, §7.2; RFC 8230 §4). */
const labels = { kind: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 };
const kinds = { octetPair: 1, twoCoordinates: 2, rsa: 3 };
const curves = { p256: 1, ed25519: 6 };

function readKey(coseKey: Uint8Array): ReadKey {
  const { value: map, length } = decodeAt(coseKey, 0);
  if (!(map instanceof Map) || length !== coseKey.length) throw new Error('this is not a COSE key');
  const isOf = (algorithm: number, kind: number, curve?: number) =>
    map.get(labels.algorithm) === algorithm &&
    map.get(labels.kind) === kind &&
    (curve === undefined || map.get(labels.curve) === curve);
  const part = (label: number, least = 32, most = 32): string => {
    const bytes = map.get(label);
    if (bytes instanceof Uint8Array && bytes.length >= least && bytes.length <= most) {
      return Buffer.from(bytes).toString('base64url');
    }
    throw new Error('a part of the key is missing or has the wrong length');
  };
  if (isOf(-8, kinds.octetPair, curves.ed25519)) {
    return { key: keyOf({ kty: 'OKP', crv: 'Ed25519', x: part(labels.x) }), hash: null };
  }
  if (isOf(-7, kinds.twoCoordinates, curves.p256)) {
    return { key: keyOf({ kty: 'EC', crv: 'P-256', x: part(labels.x), y: part(labels.y) }), hash: 'sha256' };
  }
  if (isOf(-257, kinds.rsa)) {
    const n = part(labels.modulus, modulusBytes.least, modulusBytes.most);
    return { key: keyOf({ kty: 'RSA', n, e: part(labels.exponent, 1, 4) }), hash: 'sha256' };
  }
  throw new Error('not a key of a requested algorithm');
}

/** Throws if a point is not on its curve. */
function keyOf(key: JsonWebKey): KeyObject {
  return createPublicKey({ key, format: 'jwk' });
}
