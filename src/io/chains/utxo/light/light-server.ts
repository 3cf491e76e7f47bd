// The interface of a server with an index of scripts, for both the Electrum and the Esplora protocol.
import type { EndpointRotation } from '../../endpoint-rotation.ts';

/**
 * A chain transaction that touches a script. `height`: of its block, according to the server; null while unconfirmed.
 */
export interface HistoryEntry {
  readonly txHash: string;
  readonly height: number | null;
}

/** The path from a leaf to the root of a block's Merkle tree; hashes in internal byte order, starting at the leaf. */
export interface MerkleBranch {
  readonly position: number;
  readonly hashes: readonly Buffer[];
}

/** The newest block's header, with its proof of merged mining if it has one. */
export interface ShownTip {
  readonly number: number;
  readonly bytes: Buffer;
}

/**
 * One server. As in both protocols, a script is named by its SHA-256 in reverse byte order, in hex. None of the answers
 * is proved. All methods throw ChainFault, or the signal's reason.
 */
export interface LightServer {
  /** The rotation of this single endpoint, with its health. */
  readonly rotation: EndpointRotation;
  /** The number of the connection. Subscriptions of an earlier connection have ended. */
  readonly session: number;
  /** The most scripts that one connection may subscribe to; 0 if the server sends no notifications. */
  readonly mostSubscribed: number;
  /** The greatest age, in milliseconds, of an awaited script's status. */
  readonly statusMillis: number;
  /** The tip, at most this many milliseconds old. */
  tip(atMostMillis: number): Promise<ShownTip>;
  /**
   * The headers of first…first+count-1 in a row, each with its proof of merged mining; fewer if the chain ends before.
   */
  headers(first: number, count: number, signal?: AbortSignal): Promise<Buffer>;
  /**
   * By script, a text that changes whenever its history does; null without a history. Subscribes to changes if the
   * server sends notifications.
   */
  statuses(scripts: readonly string[], signal?: AbortSignal): Promise<readonly (string | null)[]>;
  /** The newest status from a notification; undefined if there was none. */
  told(script: string): string | null | undefined;
  /** The whole history, or down to this height. */
  history(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
  /** Like history, without a subscription. */
  glance(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
  /** The serialized chain transaction; null if the server does not know it. */
  transaction(txHash: string, signal?: AbortSignal): Promise<Buffer | null>;
  branchOf(txHash: string, number: number, signal?: AbortSignal): Promise<MerkleBranch>;
  /** The id of the first chain transaction of a block, and its branch. */
  coinbaseOf(
    block: { readonly number: number; readonly hash: string },
    signal?: AbortSignal,
  ): Promise<{ readonly txHash: string; readonly branch: MerkleBranch }>;
  /**
   * The block or mempool entry of a chain transaction that the server knows; null if it cannot say. `scripts`: scripts
   * that it pays, with presumably short histories.
   */
  entryOf(txHash: string, bytes: Buffer, scripts: readonly string[]): Promise<HistoryEntry | null>;
  /**
   * The chain transaction that spends an output, '<txid>:<n>'; null if none does, or the output's own chain transaction
   * is unknown.
   */
  spenderOf(outpoint: string): Promise<HistoryEntry | null>;
  /** The fee rate for being mined soon, in smallest units for a thousand virtual bytes; null if not reported. */
  feeRate(): Promise<bigint | null>;
  /** The lowest rate that its node relays, in the same unit; null if not reported. */
  relayRate(): Promise<bigint | null>;
}
