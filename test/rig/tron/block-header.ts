// The header of a TRON block as its nodes serialize it, which determines its id, and the root of its transactions.
import { createHash } from 'node:crypto';
import type { Json } from '../client.ts';
import { field } from './signing/protobuf-field.ts';

/** block_header.raw_data of the HTTP API. Hashes and addresses in hex without 0x; the timestamp in milliseconds. */
export interface HeaderData {
  readonly number: number;
  readonly txTrieRoot: string;
  readonly witness_address: string;
  readonly parentHash: string;
  readonly version: number;
  readonly timestamp: number;
}

/** The digest that a representative signs: the SHA-256 of the serialized header (BlockHeader.raw of Tron.proto). */
export function headerDigest(data: HeaderData): Buffer {
  const serialized = Buffer.concat([
    field(1, BigInt(data.timestamp)),
    field(2, Buffer.from(data.txTrieRoot, 'hex')),
    field(3, Buffer.from(data.parentHash, 'hex')),
    field(7, BigInt(data.number)),
    field(9, Buffer.from(data.witness_address, 'hex')),
    field(10, BigInt(data.version)),
  ]);
  return sha256(serialized);
}

/** The id: eight bytes of the number, then the last 24 of that digest (BlockCapsule.BlockId of java-tron). */
export function blockId(data: HeaderData): string {
  return data.number.toString(16).padStart(16, '0') + headerDigest(data).toString('hex').slice(16);
}

/**
 * The root of transactions in the HTTP API's JSON (BlockCapsule.calcMerkleRoot of java-tron). `hidden`: by transaction,
 * additional bytes of the sender that the JSON does not show.
 */
export function transactionsRoot(
  transactions: readonly Json[],
  hidden: ReadonlyMap<string, Buffer> = new Map(),
): string {
  if (transactions.length === 0) return '0'.repeat(64);
  return merkle(transactions.map((one) => sha256(transactionBytes(one, hidden.get(one.txID))))).toString('hex');
}

const outcomes = [
  ...['DEFAULT', 'SUCCESS', 'REVERT', 'BAD_JUMP_DESTINATION', 'OUT_OF_MEMORY', 'PRECOMPILED_CONTRACT'],
  ...['STACK_TOO_SMALL', 'STACK_TOO_LARGE', 'ILLEGAL_OPERATION', 'STACK_OVERFLOW', 'OUT_OF_ENERGY', 'OUT_OF_TIME'],
];

function transactionBytes({ raw_data_hex, signature, ret }: Json, hidden: Buffer = Buffer.alloc(0)): Buffer {
  const signatures = signature.map((one: string) => field(2, Buffer.from(one, 'hex')));
  // Zero, the default, is left out.
  const results = ret.map((one: Json) => {
    const outcome = outcomes.indexOf(one.contractRet);
    return field(5, outcome === 0 ? Buffer.alloc(0) : field(3, BigInt(outcome)));
  });
  return Buffer.concat([field(1, Buffer.from(raw_data_hex, 'hex')), ...signatures, ...results, hidden]);
}

/** The left half of a tree has the greatest power of two that is smaller than the number of leaves. */
function merkle(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer;
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha256(Buffer.concat([merkle(leaves.slice(0, half)), merkle(leaves.slice(half))]));
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
