// The bytes that a block's hash commits to, for its header, its chain transactions and their receipts, built from a
// node's JSON.
import type { Hex } from '../../accounts/address.ts';
import type { RawLog } from '../../accounts/raw.ts';
import { keccak256, quantityBytes, type Rlp, rlp } from './trie-root.ts';

/** An unchecked object in a response. */
export type RawFields = Readonly<Record<string, unknown>>;

/** Fields that nodes return with the header but that are not hashed. The last four are Arbitrum's and BNB Chain's. */
const unhashedFields = new Set([
  ...['hash', 'size', 'totalDifficulty', 'transactions', 'uncles', 'withdrawals', 'author'],
  ...['l1BlockNumber', 'sendCount', 'sendRoot', 'milliTimestamp'],
]);
/** In the order of the header (Yellow Paper §4.4); # marks numbers. */
const headerFields = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ...['#difficulty', '#number', '#gasLimit', '#gasUsed', '#timestamp', 'extraData', 'mixHash', 'nonce'],
];
/** EIP-1559, EIP-4895, EIP-4844 (two), EIP-4788 and EIP-7685. Each is present only together with the ones before it. */
const laterFields = [
  ...['#baseFeePerGas', 'withdrawalsRoot', '#blobGasUsed', '#excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'],
];
const allFields = new Set([...headerFields, ...laterFields].map((field) => field.replace('#', '')));

/** The hash of a block's header; null if it has an unknown field, as after a future fork. */
export function headerHash(block: RawFields): Hex | null {
  if (Object.keys(block).some((key) => !allFields.has(key) && !unhashedFields.has(key))) return null;
  const later = laterFields.filter((field) => block[field.replace('#', '')] != null);
  const fields = [...headerFields, ...later];
  return readable(() => keccak256(rlp(fields.map((field) => fieldOf(block, field)))));
}

/** The fields of each transaction type (EIP-2718), in order. */
const fieldsByType: Readonly<Record<string, readonly string[]>> = {
  '0x0': ['#nonce', '#gasPrice', '#gas', 'to', '#value', 'input', '#v', '#r', '#s'],
  // EIP-2930.
  '0x1': [
    ...['#chainId', '#nonce', '#gasPrice', '#gas', 'to', '#value', 'input', 'accessList'],
    ...['#yParity', '#r', '#s'],
  ],
  // EIP-1559.
  '0x2': [
    ...['#chainId', '#nonce', '#maxPriorityFeePerGas', '#maxFeePerGas', '#gas', 'to', '#value', 'input', 'accessList'],
    ...['#yParity', '#r', '#s'],
  ],
  // EIP-4844.
  '0x3': [
    ...['#chainId', '#nonce', '#maxPriorityFeePerGas', '#maxFeePerGas', '#gas', 'to', '#value', 'input', 'accessList'],
    ...['#maxFeePerBlobGas', 'blobVersionedHashes', '#yParity', '#r', '#s'],
  ],
  // EIP-7702.
  '0x4': [
    ...['#chainId', '#nonce', '#maxPriorityFeePerGas', '#maxFeePerGas', '#gas', 'to', '#value', 'input', 'accessList'],
    ...['authorizationList', '#yParity', '#r', '#s'],
  ],
  // Deposits of the OP Stack (specs.optimism.io, "Deposits").
  '0x7e': ['sourceHash', 'from', 'to', '#mint', '#value', '#gas', '?isSystemTx', 'input'],
};
/**
 * The fields that nodes return for a deposit. Mantle and Scroll use its type number for something else and return more.
 */
const depositKeys = new Set([
  ...['type', 'hash', 'sourceHash', 'from', 'to', 'mint', 'value', 'gas', 'isSystemTx', 'input', 'nonce', 'gasPrice'],
  ...['blockHash', 'blockNumber', 'blockTimestamp', 'transactionIndex', 'r', 's', 'v', 'yParity', 'chainId'],
  ...['depositReceiptVersion', 'depositNonce', 'accessList'],
]);

/**
 * The bytes of a chain transaction; null for an unknown type, and for an unsigned one, which some networks list but
 * leave out of their roots.
 */
export function transactionBytes(tx: RawFields): Hex | null {
  const type = typeOf(tx);
  const fields = fieldsByType[type];
  if (fields === undefined) return null;
  return readable(() => {
    const isSigned = type === '0x7e' || (BigInt(tx.r as string) > 0n && BigInt(tx.s as string) > 0n);
    const isAlien = type === '0x7e' && Object.keys(tx).some((key) => !depositKeys.has(key));
    if (!isSigned || isAlien) return null;
    return typed(type, rlp(fields.map((field) => fieldOf(tx, field))));
  });
}

/** The fields that nodes return for a receipt. A fork that adds to its bytes adds a field here as well. */
const receiptKeys = new Set([
  ...['type', 'status', 'cumulativeGasUsed', 'logsBloom', 'logs', 'transactionHash', 'transactionIndex', 'gasUsed'],
  ...['blockHash', 'blockNumber', 'blockTimestamp', 'from', 'to', 'contractAddress', 'effectiveGasPrice', 'root'],
  ...['blobGasUsed', 'blobGasPrice', 'depositNonce', 'depositReceiptVersion'],
  // Fees of the OP Stack, which are not part of the bytes.
  ...['l1Fee', 'l1FeeScalar', 'l1GasPrice', 'l1GasUsed', 'l1BaseFeeScalar', 'l1BlobBaseFee', 'l1BlobBaseFeeScalar'],
  ...['operatorFeeScalar', 'operatorFeeConstant', 'daFootprintGasScalar'],
]);

/** The bytes of a receipt (EIP-658); null for an unknown type, an unknown field, or a missing status. */
export function receiptBytes(receipt: RawFields): Hex | null {
  const type = typeOf(receipt);
  if (fieldsByType[type] === undefined || receipt.status === undefined) return null;
  if (Object.keys(receipt).some((key) => !receiptKeys.has(key))) return null;
  // Since the Canyon fork, a deposit's receipt commits to its nonce as well.
  const more =
    type === '0x7e' && receipt.depositReceiptVersion != null ? ['#depositNonce', '#depositReceiptVersion'] : [];
  const fields = ['#status', '#cumulativeGasUsed', 'logsBloom', 'logs', ...more];
  return readable(() => typed(type, rlp(fields.map((field) => fieldOf(receipt, field)))));
}

function fieldOf(told: RawFields, field: string): Rlp {
  const name = field.replace(/^[#?]/, '');
  const value = told[name];
  if (field.startsWith('?')) return value === true ? '0x01' : '0x';
  if (name === 'accessList') return (value as readonly RawFields[]).map(accessOf);
  if (name === 'authorizationList') return (value as readonly RawFields[]).map(authorizationOf);
  if (name === 'logs') return (value as readonly RawLog[]).map(logOf);
  if (name === 'blobVersionedHashes') return (value as readonly unknown[]).map(bytesOf);
  // The creation of a contract has no recipient, and a deposit that mints nothing has no amount.
  if (value == null && (name === 'to' || name === 'mint')) return '0x';
  if (!field.startsWith('#')) return bytesOf(value);
  // Older nodes return the parity as v.
  return quantityBytes((name === 'yParity' ? (value ?? told.v) : value) as string);
}

function accessOf({ address, storageKeys }: RawFields): Rlp {
  return [bytesOf(address), (storageKeys as readonly unknown[]).map(bytesOf)];
}

function authorizationOf(one: RawFields): Rlp {
  return ['#chainId', 'address', '#nonce', '#yParity', '#r', '#s'].map((field) => fieldOf(one, field));
}

function logOf({ address, topics, data }: RawLog): Rlp {
  return [bytesOf(address), topics.map(bytesOf), bytesOf(data)];
}

function bytesOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) throw new TypeError('No bytes');
  return value as Hex;
}

function typeOf({ type }: RawFields): string {
  return type === undefined ? '0x0' : `0x${Number(type).toString(16)}`;
}

function typed(type: string, list: Hex): Hex {
  return type === '0x0' ? list : `0x${type.slice(2).padStart(2, '0')}${list.slice(2)}`;
}

/** Null if a field is missing, or has another form than on the networks known here. */
function readable(read: () => Hex | null): Hex | null {
  try {
    return read();
  } catch {
    return null;
  }
}
