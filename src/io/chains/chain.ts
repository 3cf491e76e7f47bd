// What every chain family answers to the house: the one door between a network and the rules.
import type { BlockHeader, ScannedBlock, Transfer } from '../../core/payment/transfer.ts';

/** The addresses to look for, in the family's canonical text. Lives in memory; grows while a scan runs. */
export interface WatchedSet {
  add(address: string): void;
  has(address: string): boolean;
  readonly size: number;
}

/** Thrown for anything an endpoint did wrong. Retryable faults leave the cursor where it is; others halt the network. */
export class ChainFault extends Error {
  readonly retryable: boolean;
  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChainFault';
    this.retryable = retryable;
  }
}

/** What one chain transaction moves to the addresses asked about; header is null while it waits to be mined. */
export interface FoundTransfers {
  readonly header: BlockHeader | null;
  readonly transfers: readonly Transfer[];
}

export interface Chain {
  /** Checks that the endpoint is the network it should be (chain id, genesis). Throws ChainFault, not retryable, if it is another. */
  verify(): Promise<void>;
  /** The newest block an endpoint shows. */
  head(): Promise<BlockHeader>;
  /** The block now at this height on the canonical chain, or null where there is none yet. */
  headerAt(number: number): Promise<BlockHeader | null>;
  /** The newest block that the network calls final, or null where it has no such notion. */
  finalized(): Promise<number | null>;
  /** An empty watched set of this family. */
  watch(): WatchedSet;
  /**
   * Reads blocks first…last (inclusive) in order, each checked: its number, its parent's hash, and that its transfers
   * belong to the block they claim. Throws ChainFault rather than leave one out; stops early, without fault, where the
   * branch changes under the reader (the next header no longer links to the one before).
   */
  scan(first: number, last: number, watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /**
   * Reads one chain transaction, by its canonical hash: the transfers to these addresses, at the same positions as a scan
   * gives them. Null where the network does not know it. Throws ChainFault.
   */
  transfersIn(txHash: string, recipients: WatchedSet): Promise<FoundTransfers | null>;
  /** Releases sockets. */
  close(): Promise<void>;
}
