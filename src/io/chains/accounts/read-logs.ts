// Finds the Transfer events of a block that pay a watched address, and their positions in their chain transactions.
import type { BlockHeader, Transfer } from '../../../core/payment/transfer.ts';
import { malformed } from '../chain.ts';
import type { AddressTable } from './address-table.ts';
import { bundled } from './bundle.ts';
import { addressInWord, type RawLog, readAddress, readAmount, readHash, readNumber, transferTopic } from './raw.ts';

/**
 * Finds the logs of one block in `logs` (which hold several blocks, in order), beginning at `from`; returns the index
 * at which the next block's logs begin. Throws a retryable ChainFault for logs that claim another block, are withdrawn,
 * or are out of order.
 */
export function logsOfBlock(logs: readonly RawLog[], from: number, header: BlockHeader, rawNumber: string): number {
  let at = from;
  let lastIndex = '';
  for (; at < logs.length; at += 1) {
    const log = logs[at] as RawLog;
    if (typeof log !== 'object' || log === null || !Array.isArray(log.topics)) throw malformed('A log is malformed');
    if (log.blockNumber !== rawNumber && readNumber(log.blockNumber, 'block of a log') !== header.number) break;
    if (log.removed === true) throw malformed(`Block ${header.number} came with a log that was withdrawn`);
    if (log.blockHash !== header.hash && readHash(log.blockHash, 'block of a log') !== header.hash)
      throw malformed(`Block ${header.number} changed between its header and its logs`);
    if (!follows(log.logIndex, lastIndex)) throw malformed(`The logs of block ${header.number} are out of order`);
    lastIndex = log.logIndex;
  }
  return at;
}

/** The logs from the index `from` up to but not including `to`. */
export interface LogRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The transfers to watched addresses among the logs of this range, which belong to one block. Only allow-listed
 * contracts count, and only events in ERC-20's form: three topics and one word. Transfers of zero are ignored, because
 * anyone can make them in another person's name.
 */
export function transfersInLogs(
  logs: readonly RawLog[],
  { from, to }: LogRange,
  watched: AddressTable,
  contracts: ReadonlySet<string>,
): readonly Transfer[] {
  const transfers: Transfer[] = [];
  let ordinals: Ordinals | undefined;
  for (let at = from; at < to; at += 1) {
    const { topics, data, address, transactionHash } = logs[at] as RawLog;
    const recipientTopic = topics[2];
    if (topics.length !== 3 || typeof recipientTopic !== 'string' || !watched.hasAt(recipientTopic, 26)) continue;
    const contract = readAddress(address, 'address of a log');
    const recipient = addressInWord(recipientTopic, 2);
    if (topics[0] !== transferTopic || !contracts.has(contract) || recipient === null) continue;
    if (typeof data !== 'string' || data.length !== 66) continue;
    const amount = readAmount(data, 'data of a log');
    if (amount === 0n) continue;
    ordinals ??= new Ordinals(logs, from);
    transfers.push({
      txHash: readHash(transactionHash, 'transaction of a log'),
      position: `${contract}:${ordinals.of(at, contract)}`,
      contract,
      sender: addressInWord(topics[1], 2),
      recipient,
      amount,
      succeeded: true,
    });
  }
  return bundled(transfers);
}

/** The largest number of contracts that one result names. */
const mostUnlisted = 3;

/**
 * The contracts outside `contracts` with a Transfer event, in ERC-20's form and above zero, that pays a watched
 * address. Anyone can deploy such a contract, so nothing else in its events is trusted.
 */
export function unlistedInLogs(
  logs: readonly Pick<RawLog, 'address' | 'topics' | 'data'>[],
  watched: AddressTable,
  contracts: ReadonlySet<string>,
): readonly string[] {
  const found = new Set<string>();
  for (const { address, topics, data } of logs) {
    const recipientTopic = topics[2];
    if (topics.length !== 3 || topics[0] !== transferTopic || typeof recipientTopic !== 'string') continue;
    if (!watched.hasAt(recipientTopic, 26) || addressInWord(recipientTopic, 2) === null) continue;
    if (typeof data !== 'string' || data.length !== 66 || readAmount(data, 'data of a log') === 0n) continue;
    const contract = readAddress(address, 'address of a log');
    if (!contracts.has(contract)) found.add(contract);
  }
  return [...found].slice(0, mostUnlisted);
}

/**
 * Counts the Transfer events of a contract within their chain transaction. Unlike a log's index in its block, this
 * count stays the same when the chain transaction is mined again in another block. Each log is counted once.
 */
class Ordinals {
  readonly #logs: readonly RawLog[];
  #at: number;
  #txHash = '';
  #counts = new Map<string, number>();
  #ordinal = 0;

  constructor(logs: readonly RawLog[], from: number) {
    this.#logs = logs;
    this.#at = from;
  }

  /** Must be called in ascending order of `at`. */
  of(at: number, contract: string): number {
    const { transactionHash } = this.#logs[at] as RawLog;
    if (transactionHash !== this.#txHash) {
      // The logs of one chain transaction are adjacent: go back to its first one.
      let start = at;
      while (start > this.#at && this.#logs[start - 1]?.transactionHash === transactionHash) start -= 1;
      this.#txHash = transactionHash;
      this.#at = start;
      this.#counts = new Map();
    }
    for (; this.#at <= at; this.#at += 1) {
      const { address, topics } = this.#logs[this.#at] as RawLog;
      if (topics[0] !== transferTopic) continue;
      const counted = readAddress(address, 'address of a log');
      const ordinal = this.#counts.get(counted) ?? 0;
      this.#counts.set(counted, ordinal + 1);
      if (counted === contract) this.#ordinal = ordinal;
    }
    return this.#ordinal;
  }
}

/**
 * Whether a log index is greater than the one before it. Compares hex quantities as text, in which the shorter is
 * smaller.
 */
function follows(index: string, before: string): boolean {
  if (typeof index !== 'string') return false;
  return index.length === before.length ? index > before : index.length > before.length;
}
