// Signs addresses, so that whoever holds the public key can tell that an address is the one that the instance gave out.
import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** A public key as a JWK (RFC 7517), on the curve P-256, which every browser's Web Crypto knows. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly use: 'sig';
  readonly alg: 'ES256';
  /** Its thumbprint (RFC 7638): says which key it is, so it can be written down and compared. */
  readonly kid: string;
}

export interface AddressKey {
  readonly publicKey: PublicJwk;
  /** The claims as a JWS in compact form (RFC 7515), signed with ES256. */
  sign(claims: Readonly<Record<string, unknown>>): string;
  /** Says that the key with this thumbprint comes after this one: a JWS with this key itself in its head. */
  signSuccessor(kid: string): string;
}

/** The vault derives its seed for this purpose. */
export const addressKeyPurpose = 'payment addresses';
/** For each earlier key, the vault keeps which key came after it: under a purpose that begins so. */
export const successionPurpose = 'successor of an address key ';

/** The same key for the same 32 bytes. */
export function addressKey(seed: Buffer): AddressKey {
  const { secret, point } = keyPair(seed);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const named = { crv: 'P-256', kty: 'EC', x: x ?? '', y: y ?? '' } as const;
  const kid = createHash('sha256').update(JSON.stringify(named)).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...named, d: secret.toString('base64url') }, format: 'jwk' });
  // The type is signed as well: a signature for one use does not pass for the other.
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

/** One in 2^32 seeds is no number of this curve: then its hash is taken. */
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
