// Parses authenticator data, the bytes that an authenticator signs (WebAuthn level 3, §6.1).
import { type CBORType, decodePartialCBOR } from '@levischuck/tiny-cbor';

export interface AuthenticatorData {
  /** SHA-256 of the relying party's host name. */
  readonly hostHash: Uint8Array;
  readonly isPersonPresent: boolean;
  /** Whether the authenticator verified the user, for example by a fingerprint or a PIN. */
  readonly isPersonVerified: boolean;
  /** The signature counter. Always 0 if the authenticator does not count. */
  readonly counter: number;
  /** The new key, if one was created. */
  readonly made: MadeKey | null;
}

export interface MadeKey {
  readonly id: Uint8Array;
  /** COSE key (RFC 9052). */
  readonly publicKey: Uint8Array;
}

const bits = { present: 0x01, verified: 0x04, mayBeBackedUp: 0x08, isBackedUp: 0x10, madeKey: 0x40, extended: 0x80 };
const headLength = 37;
const mostOfId = 1023;

/** Throws if the bytes are malformed or have trailing data. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < headLength) throw new Error('authenticator data is truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(32);
  const has = (bit: number) => (flags & bit) !== 0;
  if (has(bits.isBackedUp) && !has(bits.mayBeBackedUp)) throw new Error('backed up, but not eligible for backup');
  const made = has(bits.madeKey) ? readMadeKey(bytes, view) : null;
  const keyEnd = made?.end ?? headLength;
  const end = has(bits.extended) ? keyEnd + decodeAt(bytes, keyEnd).length : keyEnd;
  if (end !== bytes.length) throw new Error('authenticator data has the wrong length');
  return {
    hostHash: bytes.subarray(0, 32),
    isPersonPresent: has(bits.present),
    isPersonVerified: has(bits.verified),
    counter: view.getUint32(33),
    made: made && { id: made.id, publicKey: made.publicKey },
  };
}

/** Reads the attested credential data after the header: 16 bytes of AAGUID, and the id with its length. */
function readMadeKey(bytes: Uint8Array, view: DataView): MadeKey & { readonly end: number } {
  const idAt = headLength + 18;
  const keyAt = idAt + view.getUint16(idAt - 2);
  if (keyAt === idAt || keyAt - idAt > mostOfId) throw new Error('the id of a key has the wrong length');
  const end = keyAt + decodeAt(bytes, keyAt).length;
  return { id: bytes.subarray(idAt, keyAt), publicKey: bytes.subarray(keyAt, end), end };
}

/** Returns the CBOR item (RFC 8949) at this position, and its length in bytes. */
export function decodeAt(bytes: Uint8Array, at: number): { readonly value: CBORType; readonly length: number } {
  // The decoder rejects subclasses of Uint8Array such as Node's Buffer.
  const [value, length] = decodePartialCBOR(new Uint8Array(bytes), at);
  return { value, length };
}
