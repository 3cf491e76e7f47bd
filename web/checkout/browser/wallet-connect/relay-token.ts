// The token for WalletConnect's relay, signed with a key made for this one visit.
// https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth and …/crypto/crypto-authentication
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64urlnopad } from '@scure/base';

export interface Bearer {
  /** An Ed25519 secret, 32 bytes. */
  readonly secret: Uint8Array;
  /** New for each connection, in hexadecimal. */
  readonly subject: string;
  /** The relay's address. */
  readonly audience: string;
  /** Seconds since 1970. */
  readonly now: number;
}

const daySeconds = 86_400;

/** A signed JWT (EdDSA), valid for a day. */
export function relayToken({ secret, subject, audience, now }: Bearer): string {
  const claims = { iss: didOf(secret), sub: subject, aud: audience, iat: now, exp: now + daySeconds };
  const said = `${encoded({ alg: 'EdDSA', typ: 'JWT' })}.${encoded(claims)}`;
  return `${said}.${base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(said), secret))}`;
}

/** did:key: multicodec 0xed01, then the public key, in base58 (https://w3c-ccg.github.io/did-key-spec/). */
function didOf(secret: Uint8Array): string {
  return `did:key:z${base58.encode(Uint8Array.of(0xed, 0x01, ...ed25519.getPublicKey(secret)))}`;
}

function encoded(value: object): string {
  return base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)));
}
