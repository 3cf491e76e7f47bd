// What an authenticator says of an answer, in the bytes that it signs (WebAuthn level 3, §6.1).
import { type CBORType, decodePartialCBOR } from '@levischuck/tiny-cbor';

export interface AuthenticatorData {
  /** SHA-256 of the host that the answer is for. */
  readonly hostHash: Uint8Array;
  readonly isPersonPresent: boolean;
  /** By a finger, a PIN or the like. */
  readonly isPersonVerified: boolean;
  /** Of its signatures; always 0 where it does not count them. */
  readonly counter: number;
  /** Where a key was made with it. */
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

/** Throws where it is not of that form, to the last byte. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < headLength) throw new Error('authenticator data is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(32);
  const has = (bit: number) => (flags & bit) !== 0;
  if (has(bits.isBackedUp) && !has(bits.mayBeBackedUp)) throw new Error('backed up, which it says it cannot be');
  const made = has(bits.madeKey) ? readMadeKey(bytes, view) : null;
  const keyEnd = made?.end ?? headLength;
  const end = has(bits.extended) ? keyEnd + decodeAt(bytes, keyEnd).length : keyEnd;
  if (end !== bytes.length) throw new Error('authenticator data is of another length');
  return {
    hostHash: bytes.subarray(0, 32),
    isPersonPresent: has(bits.present),
    isPersonVerified: has(bits.verified),
    counter: view.getUint32(33),
    made: made && { id: made.id, publicKey: made.publicKey },
  };
}

/** After the head: 16 bytes for the kind of authenticator, and the id, by its length. */
function readMadeKey(bytes: Uint8Array, view: DataView): MadeKey & { readonly end: number } {
  const idAt = headLength + 18;
  const keyAt = idAt + view.getUint16(idAt - 2);
  if (keyAt === idAt || keyAt - idAt > mostOfId) throw new Error('the id of a key is of another length');
  const end = keyAt + decodeAt(bytes, keyAt).length;
  return { id: bytes.subarray(idAt, keyAt), publicKey: bytes.subarray(keyAt, end), end };
}

/** The CBOR item (RFC 8949) that begins there, and how many bytes it takes. */
export function decodeAt(bytes: Uint8Array, at: number): { readonly value: CBORType; readonly length: number } {
  // The decoder takes nothing that is made of Uint8Array, as Node's Buffer is.
  const [value, length] = decodePartialCBOR(new Uint8Array(bytes), at);
  return { value, length };
}
