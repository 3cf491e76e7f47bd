// The parts that are read of an EVM node's JSON of a block.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { type RawLog, readHash, readNumber } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';

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
  /** The recipient of the block's reward; `uncles` are the hashes of blocks that are rewarded too (proof of work). */
  readonly miner?: string;
  readonly uncles?: readonly string[];
  /** Payouts to validators, in gwei (EIP-4895). */
  readonly withdrawals?: readonly { readonly address: string; readonly amount: string }[];
  readonly transactions: readonly RawTransaction[];
}

export interface RawReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly status: string;
  readonly logs: readonly RawLog[];
}

/**
 * The header in a block's JSON. Hashes are in lower case. Throws a retryable ChainFault for anything else than a block.
 */
export function readHeader(raw: unknown): BlockHeader {
  if (typeof raw !== 'object' || raw === null) throw malformed('A block is missing from an answer');
  const block = raw as Partial<RawBlock>;
  return {
    number: readNumber(block.number, 'number of a block'),
    hash: readHash(block.hash, 'hash of a block'),
    parentHash: readHash(block.parentHash, "hash of a block's parent"),
    time: readNumber(block.timestamp, 'time of a block'),
  };
}
