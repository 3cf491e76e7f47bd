// Decodes the payment fields in the signed part of a TRON transaction, the bytes whose hash is its id.
import { type Field, fieldsOf } from './proof/protobuf.ts';

/**
 * The content of a transaction. Addresses are canonical, data is in hex; `type` is the ContractType of Tron.proto, or
 * null.
 */
export type SignedCall =
  | { readonly kind: 'transfer'; readonly owner: string; readonly recipient: string; readonly amount: bigint }
  | { readonly kind: 'call'; readonly owner: string; readonly contract: string; readonly data: string }
  | { readonly kind: 'other'; readonly type: number | null };

const rawContract = 11;
const contractType = 1;
const contractParameter = 2;
const anyValue = 2;
const transferType = 1;
const callType = 31;

/**
 * Decodes the bytes of `raw_data`. The amount is read from them and not from the JSON, where numbers above 2^53 sun
 * lose their last digits. Message numbers are from Tron.proto, balance_contract.proto and smart_contract.proto in
 * github.com/tronprotocol/protocol; the memo (data) is ignored. Bytes that do not fit their type become `other` without
 * a type.
 */
export function readSignedCall(raw: Buffer): SignedCall {
  try {
    return signedCallOf(raw);
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'other', type: null };
    throw error;
  }
}

function signedCallOf(raw: Buffer): SignedCall {
  const contracts = fieldsOf(raw).filter(({ number }) => number === rawContract);
  const [only] = contracts;
  // TRON allows a list of contracts and executes one.
  if (contracts.length !== 1 || !Buffer.isBuffer(only?.value)) return { kind: 'other', type: null };
  const contract = fieldsOf(only.value);
  const type = Number(numberOf(contract, contractType) ?? 0n);
  if (type !== transferType && type !== callType) return { kind: 'other', type };
  const value = fieldsOf(bytesOf(fieldsOf(bytesOf(contract, contractParameter)), anyValue));
  const owner = addressOf(value, 1);
  if (type === callType) {
    const data = value.some(({ number }) => number === 4) ? bytesOf(value, 4).toString('hex') : '';
    return { kind: 'call', owner, contract: addressOf(value, 2), data };
  }
  const amount = numberOf(value, 3);
  if (amount === null || amount >= 1n << 63n) return { kind: 'other', type: null };
  return { kind: 'transfer', owner, recipient: addressOf(value, 2), amount };
}

function numberOf(fields: readonly Field[], number: number): bigint | null {
  const value = fields.findLast((field) => field.number === number)?.value;
  return typeof value === 'bigint' ? value : null;
}

function bytesOf(fields: readonly Field[], number: number): Buffer {
  const value = fields.findLast((field) => field.number === number)?.value;
  if (!Buffer.isBuffer(value)) throw new RangeError('A field is missing');
  return value;
}

function addressOf(fields: readonly Field[], number: number): string {
  const bytes = bytesOf(fields, number);
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new RangeError('An address has 21 bytes');
  return `0x${bytes.toString('hex', 1)}`;
}
