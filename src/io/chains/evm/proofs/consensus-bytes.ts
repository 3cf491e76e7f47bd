// The bytes that a block commits to, of its header, its chain transactions and their receipts, from what a node tells.
import type { Hex } from '../../accounts/address.ts';
import type { RawLog } from '../../accounts/raw.ts';
import { keccak256, quantityBytes, type Rlp, rlp } from './trie-root.ts';

/** An object in an answer, of which nothing is known yet. */
export type Told = Readonly<Record<string, unknown>>;

/** What nodes tell beside the header: none of it is hashed. The last four are Arbitrum's and BNB Chain's. */
const besideHeader = new Set([
  ...['hash', 'size', 'totalDifficulty', 'transactions', 'uncles', 'withdrawals', 'author'],
  ...['l1BlockNumber', 'sendCount', 'sendRoot', 'milliTimestamp'],
]);
/** In the order of the header (Yellow Paper §4.4); # are numbers. */
const headerFields = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ...['#difficulty', '#number', '#gasLimit', '#gasUsed', '#timestamp', 'extraData', 'mixHash', 'nonce'],
];
/** EIP-1559, EIP-4895, EIP-4844 (two), EIP-4788 and EIP-7685: each is there only with those before it. */
const laterFields = [
  ...['#baseFeePerGas', 'withdrawalsRoot', '#blobGasUsed', '#excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'],
];
const allFields = new Set([...headerFields, ...laterFields].map((field) => field.replace('#', '')));

/** The hash of a block's header; null where it holds a field that is not known here, as after a fork to come. */
export function headerHash(block: Told): Hex | null {
  if (Object.keys(block).some((key) => !allFields.has(key) && !besideHeader.has(key))) return null;
  const later = laterFields.filter((field) => block[field.replace('#', '')] != null);
  const fields = [...headerFields, ...later];
  return readable(() => keccak256(rlp(fields.map((field) => fieldOf(block, field)))));
}

/** By type (EIP-2718): what stands in the list, in order. */
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
/** What nodes tell of a deposit; Mantle and Scroll, which use its number for something else, tell more. */
const depositKeys = new Set([
  ...['type', 'hash', 'sourceHash', 'from', 'to', 'mint', 'value', 'gas', 'isSystemTx', 'input', 'nonce', 'gasPrice'],
  ...['blockHash', 'blockNumber', 'blockTimestamp', 'transactionIndex', 'r', 's', 'v', 'yParity', 'chainId'],
  ...['depositReceiptVersion', 'depositNonce', 'accessList'],
]);

/**
 * Of a chain transaction; null of a type that is not known here, and of what nobody signed, which some networks list
 * beside what their roots are of.
 */
export function transactionBytes(tx: Told): Hex | null {
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

/** What nodes tell of a receipt; what a fork adds to its bytes, it adds here as well. */
const receiptKeys = new Set([
  ...['type', 'status', 'cumulativeGasUsed', 'logsBloom', 'logs', 'transactionHash', 'transactionIndex', 'gasUsed'],
  ...['blockHash', 'blockNumber', 'blockTimestamp', 'from', 'to', 'contractAddress', 'effectiveGasPrice', 'root'],
  ...['blobGasUsed', 'blobGasPrice', 'depositNonce', 'depositReceiptVersion'],
  // Fees of the OP Stack, which are no part of the bytes.
  ...['l1Fee', 'l1FeeScalar', 'l1GasPrice', 'l1GasUsed', 'l1BaseFeeScalar', 'l1BlobBaseFee', 'l1BlobBaseFeeScalar'],
  ...['operatorFeeScalar', 'operatorFeeConstant', 'daFootprintGasScalar'],
]);

/** Of a receipt (EIP-658); null of a type or with a field that is not known here, and of one that tells no status. */
export function receiptBytes(receipt: Told): Hex | null {
  const type = typeOf(receipt);
  if (fieldsByType[type] === undefined || receipt.status === undefined) return null;
  if (Object.keys(receipt).some((key) => !receiptKeys.has(key))) return null;
  // Since Canyon a deposit's receipt commits to its nonce as well.
  const more =
    type === '0x7e' && receipt.depositReceiptVersion != null ? ['#depositNonce', '#depositReceiptVersion'] : [];
  const fields = ['#status', '#cumulativeGasUsed', 'logsBloom', 'logs', ...more];
  return readable(() => typed(type, rlp(fields.map((field) => fieldOf(receipt, field)))));
}

function fieldOf(told: Told, field: string): Rlp {
  const name = field.replace(/^[#?]/, '');
  const value = told[name];
  if (field.startsWith('?')) return value === true ? '0x01' : '0x';
  if (name === 'accessList') return (value as readonly Told[]).map(accessOf);
  if (name === 'authorizationList') return (value as readonly Told[]).map(authorizationOf);
  if (name === 'logs') return (value as readonly RawLog[]).map(logOf);
  if (name === 'blobVersionedHashes') return (value as readonly unknown[]).map(bytesOf);
  // Who makes a contract names nobody, and a deposit that mints nothing no amount.
  if (value == null && (name === 'to' || name === 'mint')) return '0x';
  if (!field.startsWith('#')) return bytesOf(value);
  // Older nodes tell the parity as v.
  return quantityBytes((name === 'yParity' ? (value ?? told.v) : value) as string);
}

function accessOf({ address, storageKeys }: Told): Rlp {
  return [bytesOf(address), (storageKeys as readonly unknown[]).map(bytesOf)];
}

function authorizationOf(one: Told): Rlp {
  return ['#chainId', 'address', '#nonce', '#yParity', '#r', '#s'].map((field) => fieldOf(one, field));
}

function logOf({ address, topics, data }: RawLog): Rlp {
  return [bytesOf(address), topics.map(bytesOf), bytesOf(data)];
}

function bytesOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) throw new TypeError('No bytes');
  return value as Hex;
}

function typeOf({ type }: Told): string {
  return type === undefined ? '0x0' : `0x${Number(type).toString(16)}`;
}

function typed(type: string, list: Hex): Hex {
  return type === '0x0' ? list : `0x${type.slice(2).padStart(2, '0')}${list.slice(2)}`;
}

/** Null where something is missing, or is of another shape than it has on the networks known here. */
function readable(read: () => Hex | null): Hex | null {
  try {
    return read();
  } catch {
    return null;
  }
}
