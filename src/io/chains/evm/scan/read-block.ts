// Finds in a whole block what may pay a watched address: cheap looks at raw text first, decoding only what was hit.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import type { AddressTable } from '../../accounts/address-table.ts';
import { addressInWord, readAddress, readAmount, readHash } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import type { BlockProof } from '../proofs/block-proofs.ts';
import { type RawBlock, type RawTransaction, readHeader } from './raw-block.ts';

/** A chain transaction that would move value to a watched address, if its receipt says that it succeeded. */
export interface Candidate {
  readonly txHash: string;
  /** Who signed it. */
  readonly sender: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** The token called, or '' for the native coin. */
  readonly contract: string;
}

/** What is kept of a block once its JSON is let go. */
export interface BlockFindings {
  readonly header: BlockHeader;
  readonly bloom: string;
  readonly natives: readonly Candidate[];
  /** Calls of transfer or transferFrom to a watched recipient: of interest if no Transfer event comes of them. */
  readonly tokenCalls: readonly Candidate[];
  /** How many chain transactions it has. */
  readonly count: number;
  /** Of all its chain transactions, in order, where they were asked for; else empty. */
  readonly hashes: readonly string[];
  /** What its hash commits to, where that was looked at. */
  readonly proof: BlockProof | null;
}

/** A block that is asked for, and what is looked for in it. */
export interface WantedBlock {
  readonly number: number;
  readonly watched: AddressTable;
  readonly contracts: ReadonlySet<string>;
  /** Whether the hashes of all its chain transactions are wanted. */
  readonly wantsHashes?: boolean;
}

/**
 * Reads the answer to eth_getBlockByNumber(number, true). Throws a retryable ChainFault for null, another block, or
 * hashes in the place of transactions; kinds of transactions that nobody has heard of are read like any other, by `to`,
 * `value` and `input`.
 */
export function readBlock(
  raw: unknown,
  { number, watched, contracts, wantsHashes = false }: WantedBlock,
): BlockFindings {
  if (raw === null) throw malformed(`The endpoint has no block ${number}`);
  const header = readHeader(raw);
  if (header.number !== number) throw malformed(`Block ${number} was asked for and block ${header.number} answered`);
  const { transactions, logsBloom } = raw as Partial<RawBlock>;
  if (!Array.isArray(transactions)) throw malformed(`Block ${number} came without transactions`);
  const natives: Candidate[] = [];
  const tokenCalls: Candidate[] = [];
  for (const tx of transactions as readonly (RawTransaction | null)[]) {
    if (typeof tx !== 'object' || tx === null) throw malformed(`Block ${number} came without whole transactions`);
    const { to, input } = tx;
    // A contract's creation has no recipient.
    if (typeof to !== 'string') continue;
    if (tx.value !== '0x0' && watched.has(to)) addNative(natives, tx, to);
    if (typeof input !== 'string' || input.length < transferLength) continue;
    const recipientAt = recipientOffset(input);
    if (recipientAt === 0 || !watched.hasAt(input, recipientAt)) continue;
    const contract = to.toLowerCase();
    if (contracts.has(contract)) addTokenCall(tokenCalls, tx, contract, recipientAt);
  }
  const hashes = wantsHashes
    ? transactions.map(({ hash }: RawTransaction) => readHash(hash, 'hash of a transaction'))
    : [];
  const bloom = typeof logsBloom === 'string' ? logsBloom : '';
  return { header, bloom, natives, tokenCalls, count: transactions.length, hashes, proof: null };
}

/**
 * transfer(address,uint256) and transferFrom(address,address,uint256) of ERC-20, and their calldata's length in hex.
 */
const transferSelector = '0xa9059cbb';
const transferLength = 10 + 2 * 64;
const transferFromSelector = '0x23b872dd';
const transferFromLength = 10 + 3 * 64;

/** Where the recipient's 40 digits stand in a transfer's calldata, or 0 if it is no transfer. */
function recipientOffset(input: string): number {
  if (input.startsWith(transferSelector)) return 10 + 24;
  if (input.length >= transferFromLength && input.startsWith(transferFromSelector)) return 10 + 64 + 24;
  return 0;
}

function addNative(natives: Candidate[], tx: RawTransaction, to: string): void {
  const amount = readAmount(tx.value, 'value of a transaction');
  if (amount > 0n) natives.push({ ...partiesOf(tx), recipient: to.toLowerCase(), amount, contract: '' });
}

function addTokenCall(tokenCalls: Candidate[], tx: RawTransaction, contract: string, recipientAt: number): void {
  const recipient = addressInWord(tx.input, recipientAt - 24);
  if (recipient === null) return;
  const amountAt = recipientAt + 40;
  const amount = readAmount(`0x${tx.input.slice(amountAt, amountAt + 64)}`, 'amount of a call');
  // The signer is the sender even of a transferFrom: anyone can name another's address in one that is bound to fail.
  if (amount > 0n) tokenCalls.push({ ...partiesOf(tx), recipient, amount, contract });
}

function partiesOf(tx: RawTransaction): { txHash: string; sender: string } {
  return {
    txHash: readHash(tx.hash, 'hash of a transaction'),
    sender: readAddress(tx.from, 'sender of a transaction'),
  };
}
