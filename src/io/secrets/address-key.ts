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
  sign(claims: Readonly<Record<string, string>>): string;
}

/** The same key for the same 32 bytes. */
export function addressKey(seed: Buffer): AddressKey {
  const { secret, point } = keyPair(seed);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const named = { crv: 'P-256', kty: 'EC', x: x ?? '', y: y ?? '' } as const;
  const kid = createHash('sha256').update(JSON.stringify(named)).digest('base64url');
  const privateKey = createPrivateKey({ key: { ...named, d: secret.toString('base64url') }, format: 'jwk' });
  const head = base64url(JSON.stringify({ alg: 'ES256', kid, typ: 'quittance-address' }));
  return {
    publicKey: { ...named, use: 'sig', alg: 'ES256', kid },
    sign: (claims) => signed(`${head}.${base64url(JSON.stringify(claims))}`, privateKey),
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
