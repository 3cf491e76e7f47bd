// Signs addresses, so that holders of the public key can verify that the instance issued an address.
import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** A public key as a JWK (RFC 7517) on the curve P-256, which every browser's Web Crypto supports. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly use: 'sig';
  readonly alg: 'ES256';
  /** The key's thumbprint (RFC 7638), which can be recorded and compared. */
  readonly kid: string;
}

export interface AddressKey {
  readonly publicKey: PublicJwk;
  /** Returns the claims as a JWS in compact form (RFC 7515), signed with ES256. */
  sign(claims: Readonly<Record<string, unknown>>): string;
  /** Returns a JWS which states that the key with this thumbprint succeeds this one. Its header contains this key. */
  signSuccessor(kid: string): string;
}

/** The vault's purpose from which the seed is derived. */
export const addressKeyPurpose = 'payment addresses';
/** The prefix of the purposes under which the vault stores the successor of each earlier key. */
export const successionPurpose = 'successor of an address key ';

/** Derives the key from 32 bytes. The result is deterministic. */
export function addressKey(seed: Buffer): AddressKey {
  const { secret, point } = keyPair(seed);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const named = { crv: 'P-256', kty: 'EC', x: x ?? '', y: y ?? '' } as const;
  const kid = createHash('sha256').update(JSON.stringify(named)).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...named, d: secret.toString('base64url') }, format: 'jwk' });
  // The type is signed as well, so that a signature for one use is invalid for the other.
  const jws = (head: object, claims: object): string =>
    signed(`${base64url(JSON.stringify(head))}.${base64url(JSON.stringify(claims))}`, privateKey);
  return {
    publicKey: { ...named, use: 'sig', alg: 'ES256', kid },
    sign: (claims) => jws({ alg: 'ES256', kid, typ: 'quittance-address' }, claims),
    signSuccessor: (next) => jws({ alg: 'ES256', kid, typ: 'quittance-successor', jwk: named }, { kid: next }),
  };
}

function signed(message: string, key: KeyObject): string {
  return `${message}.${sign('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** One in 2^32 seeds is not a valid scalar of the curve. Then the seed's hash is used. */
function keyPair(seed: Buffer): { secret: Buffer; point: Buffer } {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(seed);
    return { secret: seed, point: curve.getPublicKey() };
  } catch {
    return keyPair(createHash('sha256').update(seed).digest());
  }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
