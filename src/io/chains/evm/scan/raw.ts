// What EVM nodes answer, as far as it is read, and the strict reading of single values.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';

export interface RawTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

export interface RawBlock {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly logsBloom: string;
  readonly transactions: readonly RawTransaction[];
}

export interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly removed?: boolean;
}

export interface RawReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly status: string;
  readonly logs: readonly RawLog[];
}

/** keccak256('Transfer(address,address,uint256)'), the event of ERC-20 and, with its amount indexed, of ERC-721. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A fault of what an endpoint answered: worth asking again, or asking another. */
export function garbled(message: string): ChainFault {
  return new ChainFault(message, true);
}

export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}

/** The header in a block's JSON. Hashes in lower case; throws a retryable ChainFault for anything else than a block. */
export function readHeader(raw: unknown): BlockHeader {
  if (typeof raw !== 'object' || raw === null) throw garbled('A block is missing from an answer');
  const block = raw as Partial<RawBlock>;
  return {
    number: readNumber(block.number, 'number of a block'),
    hash: readHash(block.hash, 'hash of a block'),
    parentHash: readHash(block.parentHash, "hash of a block's parent"),
    time: readNumber(block.timestamp, 'time of a block'),
  };
}

export function readHash(text: unknown, what: string): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(text)) throw garbled(`No ${what} in an answer`);
  return text.toLowerCase();
}

export function readAddress(text: unknown, what: string): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text)) throw garbled(`No ${what} in an answer`);
  return text.toLowerCase();
}

/** The address in a 32-byte word (64 hex digits at `offset`), or null where its first twelve bytes are not zero. */
export function addressInWord(text: unknown, offset: number): string | null {
  if (typeof text !== 'string') return null;
  const word = text.slice(offset, offset + 64);
  return /^0{24}[0-9a-fA-F]{40}$/.test(word) ? `0x${word.slice(24).toLowerCase()}` : null;
}

export function readAmount(text: unknown, what: string): bigint {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(text)) throw garbled(`No ${what} in an answer`);
  return BigInt(text);
}

export function readNumber(text: unknown, what: string): number {
  const number = typeof text === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw garbled(`No ${what} in an answer`);
  return number;
}
