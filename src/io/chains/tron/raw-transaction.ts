// Decodes the signed part of a TRON transaction, the bytes that its id is the hash of, as far as payments are
// concerned.
import { createHash } from 'node:crypto';

/** What a transaction of one of the two kinds that pay says. Addresses canonical. */
export type SignedCall =
  | { readonly kind: 'transfer'; readonly owner: string; readonly recipient: string; readonly amount: bigint }
  | { readonly kind: 'call'; readonly owner: string; readonly contract: string; readonly data: string };

/**
 * Reads `raw_data_hex`, whose SHA-256 must be `txId`; null for bytes that are something else. The amount comes from
 * here and not from the JSON beside it, where more than 2^53 sun would have lost its last digits. Message numbers are
 * those of Tron.proto and balance_contract.proto, smart_contract.proto in github.com/tronprotocol/protocol; the memo
 * (data) is not looked at.
 */
export function readSignedCall(rawHex: string, txId: string): SignedCall | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(rawHex)) return null;
  const raw = Buffer.from(rawHex, 'hex');
  if (createHash('sha256').update(raw).digest('hex') !== txId.toLowerCase()) return null;
  try {
    return signedCallOf(raw);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const rawContract = 11;
const contractType = 1;
const contractParameter = 2;
const anyValue = 2;
const transferType = 1n;
const callType = 31n;

function signedCallOf(raw: Buffer): SignedCall | null {
  const contracts = fieldsOf(raw).filter(({ number }) => number === rawContract);
  const [only] = contracts;
  // TRON allows a list of them and executes one.
  if (contracts.length !== 1 || !Buffer.isBuffer(only?.value)) return null;
  const contract = fieldsOf(only.value);
  const type = contract.findLast(({ number }) => number === contractType)?.value;
  const value = fieldsOf(bytesOf(fieldsOf(bytesOf(contract, contractParameter)), anyValue));
  const owner = addressOf(value, 1);
  if (type === transferType) {
    const amount = value.findLast(({ number }) => number === 3)?.value;
    if (typeof amount !== 'bigint' || amount >= 1n << 63n) return null;
    return { kind: 'transfer', owner, recipient: addressOf(value, 2), amount };
  }
  if (type === callType)
    return { kind: 'call', owner, contract: addressOf(value, 2), data: bytesOf(value, 4).toString('hex') };
  return null;
}

interface Field {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/**
 * The fields of a message in protobuf's wire format (protobuf.dev, "Encoding"). Throws RangeError for bytes that are
 * none.
 */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError('A varint has at most ten bytes');
  };
  const bytes = (length: number): Buffer => {
    if (length > message.length - at) throw new RangeError('A field ends beyond its message');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = varint();
    const number = Number(tag >> 3n);
    const wire = tag & 7n;
    if (wire === 0n) fields.push({ number, value: varint() });
    else if (wire === 1n) fields.push({ number, value: bytes(8) });
    else if (wire === 2n) fields.push({ number, value: bytes(Number(varint())) });
    else if (wire === 5n) fields.push({ number, value: bytes(4) });
    else throw new RangeError('There is no such wire type');
  }
  return fields;
}

function bytesOf(fields: readonly Field[], number: number): Buffer {
  const value = fields.findLast((field) => field.number === number)?.value;
  if (!Buffer.isBuffer(value)) throw new RangeError('A field is missing');
  return value;
}

function addressOf(fields: readonly Field[], number: number): string {
  const bytes = bytesOf(fields, number);
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new RangeError('An address has 21 bytes');
  return `0x${bytes.subarray(1).toString('hex')}`;
}
