// A log as nodes of chains with accounts return it, and strict parsers for the values in their responses.
import { malformed } from '../chain.ts';

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

/** keccak256('Transfer(address,address,uint256)'), the event of ERC-20 and, with its amount indexed, of ERC-721. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export function quantity(number: number): string {
  return `0x${number.toString(16)}`;
}

export function readHash(text: unknown, what: string): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(text)) throw malformed(`No ${what} in an answer`);
  return text.toLowerCase();
}

export function readAddress(text: unknown, what: string): string {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text)) throw malformed(`No ${what} in an answer`);
  return text.toLowerCase();
}

/** The address in a 32-byte word (64 hex digits at `offset`), or null if its first twelve bytes are not zero. */
export function addressInWord(text: unknown, offset: number): string | null {
  if (typeof text !== 'string') return null;
  const word = text.slice(offset, offset + 64);
  return /^0{24}[0-9a-fA-F]{40}$/.test(word) ? `0x${word.slice(24).toLowerCase()}` : null;
}

export function readAmount(text: unknown, what: string): bigint {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(text)) throw malformed(`No ${what} in an answer`);
  return BigInt(text);
}

export function readNumber(text: unknown, what: string): number {
  const number = typeof text === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw malformed(`No ${what} in an answer`);
  return number;
}
