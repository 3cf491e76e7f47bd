// Signatures of the instance, verified by the browser: a JWS in compact form (RFC 7515), ES256.

/** A public key (RFC 7517) on the curve P-256. */
export interface Jwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

export interface JwsHead {
  readonly typ: string;
  /** The thumbprint of the key that signed. */
  readonly kid: string;
  /** The signing key itself, for verifiers that may no longer have it. */
  readonly jwk?: Jwk;
}

/** The header, not verified yet; null if the text is no JWS. */
export function headOf(jws: string): JwsHead | null {
  return jsonOf(jws.split('.')[0] ?? '');
}

/** The claims that `key` signed as `typ`; null if another key signed them, or they were changed. */
export async function verified<Claims>(jws: string, typ: string, key: Jwk): Promise<Claims | null> {
  const [head = '', claims = '', signature = ''] = jws.split('.');
  try {
    if (headOf(jws)?.typ !== typ) return null;
    const { kty, crv, x, y } = key;
    const curve = { name: 'ECDSA', namedCurve: 'P-256' };
    const made = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify']);
    const message = new TextEncoder().encode(`${head}.${claims}`);
    const holds = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, made, bytesOf(signature), message);
    return holds ? jsonOf(claims) : null;
  } catch {
    return null;
  }
}

/** The thumbprint of a public key (RFC 7638). */
export async function thumbprint({ crv, kty, x, y }: Jwk): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify({ crv, kty, x, y })));
  return base64url(new Uint8Array(digest));
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function jsonOf<T>(part: string): T | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(part))) as T;
  } catch {
    return null;
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}
