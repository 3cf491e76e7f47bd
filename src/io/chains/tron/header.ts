// Reads the header of a TRON block from the HTTP API's JSON, and proves its content.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { malformed } from '../chain.ts';
import { type ProvedHeader, proveHeader } from './proof/header-proof.ts';

/** The parts that are read of a block from /wallet/getblock, getblockbynum and getnowblock. */
export interface RawTronBlock {
  readonly blockID?: unknown;
  readonly block_header?: {
    readonly raw_data?: { readonly number?: unknown; readonly parentHash?: unknown; readonly timestamp?: unknown };
  };
  readonly transactions?: unknown;
}

/**
 * Reads a header without proving it. Null for `{}`, which means that there is no such block. The hash is the block id
 * as JSON-RPC writes it; its first eight bytes must equal the block's number. The JSON omits numbers that are zero.
 * Throws a retryable ChainFault.
 */
export function readTronHeader(answer: unknown): BlockHeader | null {
  const { blockID, block_header: header } = answer as RawTronBlock;
  if (blockID === undefined && header === undefined) return null;
  const raw = header?.raw_data;
  const hash = readId(blockID, 'id of a block');
  const number = readCount(raw?.number ?? 0, 'number of a block');
  if (Number.parseInt(hash.slice(2, 18), 16) !== number)
    throw malformed(`A block's id does not match its number ${number}`);
  return {
    number,
    hash,
    parentHash: readId(raw?.parentHash, "id of a block's parent"),
    time: Math.floor(readCount(raw?.timestamp ?? 0, 'time of a block') / 1000),
  };
}

/** Like readTronHeader, for any block but the first, with a proof that its id is the hash of its header. */
export function readProvedHeader(answer: unknown): ProvedHeader | null {
  const header = readTronHeader(answer);
  return header === null ? null : proveHeader(header, (answer as RawTronBlock).block_header);
}

/** The chain id in the sense of EIP-155: the last four bytes of the genesis block's id, as eth_chainId returns it. */
export function chainIdOf(genesis: BlockHeader): number {
  return Number.parseInt(genesis.hash.slice(-8), 16);
}

/** An id of a block or a transaction, of 64 hex digits; returned as JSON-RPC writes it. */
export function readId(text: unknown, what: string): string {
  if (typeof text !== 'string' || !/^[0-9a-fA-F]{64}$/.test(text)) throw malformed(`No ${what} in an answer`);
  return `0x${text.toLowerCase()}`;
}

function readCount(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw malformed(`No ${what} in an answer`);
  return value;
}
