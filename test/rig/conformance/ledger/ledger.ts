// A minimal chain: blocks of transfers in memory, and endpoints with configurable faults.
import { createHash, randomBytes } from 'node:crypto';
import type { BlockHeader, Transfer } from '../../../../src/core/payment/transfer.ts';

export interface LedgerEntry {
  readonly txHash: string;
  readonly transfers: readonly Transfer[];
}

export interface LedgerBlock {
  readonly header: BlockHeader;
  /** The number of transfers in the block, which proves that the list is complete. */
  readonly count: number;
  readonly entries: readonly LedgerEntry[];
}

/** One chain with its mempool. */
export class Ledger {
  readonly genesis = hashOf('genesis', randomBytes(8).toString('hex'));
  blocks: LedgerBlock[] = [];
  #waiting: LedgerEntry[] = [];

  constructor() {
    this.mine();
  }

  /** Adds a payment with these outputs; `succeeded` is false for one that is mined and fails. */
  pay(sender: string, outputs: readonly { to: string; units: bigint }[], succeeded = true): LedgerEntry {
    const txHash = hashOf('transaction', randomBytes(16).toString('hex'));
    const transfers = outputs.map(({ to, units }, at) => ({
      txHash,
      position: `out:${at}`,
      contract: '',
      sender,
      recipient: to,
      amount: units,
      succeeded,
    }));
    const entry = { txHash, transfers };
    this.#waiting.push(entry);
    return entry;
  }

  mine(): void {
    this.#append(this.#waiting);
    this.#waiting = [];
  }

  /** Replaces the last `depth` blocks by empty ones; `again` is in the last of them. */
  reorg(depth: number, again?: string): void {
    const removed = this.blocks.splice(-depth);
    const kept = removed.flatMap(({ entries }) => entries).filter(({ txHash }) => txHash === again);
    for (let block = 1; block <= depth; block += 1) this.#append(block === depth ? kept : []);
  }

  entry(txHash: string): LedgerEntry | null {
    return this.#waiting.find((one) => one.txHash === txHash) ?? null;
  }

  #append(entries: readonly LedgerEntry[]): void {
    const parent = this.blocks.at(-1)?.header;
    const header = {
      number: (parent?.number ?? -1) + 1,
      hash: hashOf('block', randomBytes(16).toString('hex')),
      parentHash: parent?.hash ?? this.genesis,
      time: (parent?.time ?? 1_700_000_000) + 1,
    };
    const count = entries.reduce((sum, { transfers }) => sum + transfers.length, 0);
    this.blocks.push({ header, count, entries });
  }
}

/** The view of one endpoint on a ledger, and its faults. */
export interface LedgerEndpoint {
  readonly ledger: Ledger;
  lag: number;
  hides: boolean;
  prunedBelow: number;
  forgets: boolean;
  isAway: boolean;
}

export function ledgerEndpoint(ledger: Ledger): LedgerEndpoint {
  return { ledger, lag: 0, hides: false, prunedBelow: 0, forgets: false, isAway: false };
}

function hashOf(...words: readonly string[]): string {
  return createHash('sha256').update(words.join(' ')).digest('hex');
}
