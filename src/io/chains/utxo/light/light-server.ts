// What a server that keeps an index of scripts answers, whether it speaks Electrum's protocol or Esplora's.
import type { EndpointRotation } from '../../endpoint-rotation.ts';

/** A chain transaction that touches a script. `height`: of its block as the server says; null while it waits. */
export interface HistoryEntry {
  readonly txHash: string;
  readonly height: number | null;
}

/** The way from a leaf to the root of a block's tree; hashes in the order of bytes within, those of the leaf first. */
export interface MerkleBranch {
  readonly position: number;
  readonly hashes: readonly Buffer[];
}

/** The newest block: its header, with whatever follows it there (merged mining). */
export interface ShownTip {
  readonly number: number;
  readonly bytes: Buffer;
}

/**
 * One server. Scripts are named as both protocols name them: by the SHA-256 of the script, its bytes in the reverse
 * order, in hex. Nothing that it answers is proved. All methods throw ChainFault, or the signal's reason.
 */
export interface LightServer {
  /** The one endpoint: who it is, how it fares. */
  readonly rotation: EndpointRotation;
  /** Counts its connections: what was asked on an earlier one is not told of any more. */
  readonly session: number;
  /** How many scripts one connection may be told of; 0 where nothing is told without being asked. */
  readonly mostSubscribed: number;
  /** How old, in milliseconds, an answer about a script may be that somebody waits for. */
  readonly statusMillis: number;
  /** No older than this, in milliseconds. */
  tip(atMostMillis: number): Promise<ShownTip>;
  /** The headers of first…first+count-1 behind each other, each with what follows it; fewer where the chain ends. */
  headers(first: number, count: number, signal?: AbortSignal): Promise<Buffer>;
  /**
   * By script, a text that is another one when its history is; null where it has none. From then on changes are told,
   * where servers tell.
   */
  statuses(scripts: readonly string[], signal?: AbortSignal): Promise<readonly (string | null)[]>;
  /** The newest status that was told without being asked for; undefined where none was. */
  told(script: string): string | null | undefined;
  /** Whole, or down to this height. */
  history(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
  /** As history, without being told of changes. */
  glance(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
  /** The serialised chain transaction; null where the server does not know it. */
  transaction(txHash: string, signal?: AbortSignal): Promise<Buffer | null>;
  branchOf(txHash: string, number: number, signal?: AbortSignal): Promise<MerkleBranch>;
  /** The id of the first chain transaction of a block, and its branch. */
  coinbaseOf(
    block: { readonly number: number; readonly hash: string },
    signal?: AbortSignal,
  ): Promise<{ readonly txHash: string; readonly branch: MerkleBranch }>;
  /**
   * Where a chain transaction is that the server knows; null where it does not say. `scripts`: some that it pays, whose
   * histories are likely to be short.
   */
  entryOf(txHash: string, bytes: Buffer, scripts: readonly string[]): Promise<HistoryEntry | null>;
  /** What spends an output, '<txid>:<n>'; null where nothing does, or its chain transaction is unknown. */
  spenderOf(outpoint: string): Promise<HistoryEntry | null>;
  /** What has a chain transaction mined soon, in smallest units for a thousand virtual bytes; null where untold. */
  feeRate(): Promise<bigint | null>;
  /** The least rate that its node relays, in the same unit; null where untold. */
  relayRate(): Promise<bigint | null>;
}
