// Finds the chain transactions of a block that may pay a watched address. Looks at the raw text first and decodes only
// hits.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import type { AddressTable } from '../../accounts/address-table.ts';
import { addressInWord, readAddress, readAmount, readHash } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import type { BlockProof } from '../proofs/block-proofs.ts';
import { type RawBlock, type RawTransaction, readHeader } from './raw-block.ts';

/** A chain transaction that moves value to a watched address if its receipt shows success. */
export interface Candidate {
  readonly txHash: string;
  /** The signer. */
  readonly sender: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** The token called, or '' for the native coin. */
  readonly contract: string;
}

/** The parts of a block that are kept after its JSON is dropped. */
export interface BlockFindings {
  readonly header: BlockHeader;
  readonly bloom: string;
  readonly natives: readonly Candidate[];
  /** Calls of transfer or transferFrom to a watched recipient. They matter only if no Transfer event came of them. */
  readonly tokenCalls: readonly Candidate[];
  /** The number of its chain transactions. */
  readonly count: number;
  /** The hashes of all its chain transactions, in order, if requested; else empty. */
  readonly hashes: readonly string[];
  /** The proof of its parts, if it was checked. */
  readonly proof: BlockProof | null;
}

/** A requested block, and the addresses to look for in it. */
export interface WantedBlock {
  readonly number: number;
  readonly watched: AddressTable;
  readonly contracts: ReadonlySet<string>;
  /** Whether to return the hashes of all its chain transactions. */
  readonly wantsHashes?: boolean;
}

/**
 * Reads the answer to eth_getBlockByNumber(number, true). Throws a retryable ChainFault for null, another block, or
 * hashes in place of transactions. Unknown kinds of transactions are read like any other, by `to`, `value` and `input`.
 */
export function readBlock(
  raw: unknown,
  { number, watched, contracts, wantsHashes = false }: WantedBlock,
): BlockFindings {
  if (raw === null) throw malformed(`The endpoint has no block ${number}`);
  const header = readHeader(raw);
  if (header.number !== number) throw malformed(`Requested block ${number} and received block ${header.number}`);
  const { transactions, logsBloom } = raw as Partial<RawBlock>;
  if (!Array.isArray(transactions)) throw malformed(`Block ${number} came without transactions`);
  const natives: Candidate[] = [];
  const tokenCalls: Candidate[] = [];
  for (const tx of transactions as readonly (RawTransaction | null)[]) {
    if (typeof tx !== 'object' || tx === null) throw malformed(`Block ${number} came without whole transactions`);
    const { to, input } = tx;
    // The creation of a contract has no recipient.
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
 * The selectors of transfer(address,uint256) and transferFrom(address,address,uint256) of ERC-20, and the length of
 * their calldata in hex.
 */
const transferSelector = '0xa9059cbb';
const transferLength = 10 + 2 * 64;
const transferFromSelector = '0x23b872dd';
const transferFromLength = 10 + 3 * 64;

/** The offset of the recipient's 40 digits in a transfer's calldata, or 0 if it is no transfer. */
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
  // The signer is the sender even of a transferFrom: anyone can name another person's address in a call that fails.
  if (amount > 0n) tokenCalls.push({ ...partiesOf(tx), recipient, amount, contract });
}

function partiesOf(tx: RawTransaction): { txHash: string; sender: string } {
  return {
    txHash: readHash(tx.hash, 'hash of a transaction'),
    sender: readAddress(tx.from, 'sender of a transaction'),
  };
}
