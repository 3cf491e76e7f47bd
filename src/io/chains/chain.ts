// What every chain family answers to the house: the one door between a network and the rules.
import type { RpcBudget } from '../../core/config/network-entry.ts';
import type { CallRun } from '../../core/payment/internal/called-value.ts';
import type { BlockHeader, ScannedBlock, Transfer } from '../../core/payment/transfer.ts';
import type { NetworkIdentity } from './codec.ts';
import type { EndpointPool } from './endpoint-health.ts';

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

/** A fault of what an endpoint answered: worth asking again, or asking another. */
export function garbled(message: string): ChainFault {
  return new ChainFault(message, true);
}

/** What one chain transaction moves to the addresses asked about; header is null while it waits to be mined. */
export interface FoundTransfers {
  readonly header: BlockHeader | null;
  readonly transfers: readonly Transfer[];
}

/** A chain transaction that pays a watched address and waits to be mined. `spends`: what it consumes, '<txid>:<n>' each. */
export interface WaitingTransaction {
  readonly txHash: string;
  readonly spends: readonly string[];
  readonly transfers: readonly Transfer[];
}

/**
 * What became of a chain transaction that was seen waiting: it still waits; it was mined (the scan tells where); something else
 * waits that spends the same (`replaced`); something else that spends the same is mined (`double_spent`); or the endpoint no
 * longer knows it although nothing else spends the same (`forgotten`: it can still be mined).
 */
export type Fate = 'waiting' | 'mined' | 'replaced' | 'double_spent' | 'forgotten';

/**
 * Whether native coin that a contract passes on is seen: in traces, like any other; by the balances of addresses that are given out
 * once; or not at all.
 */
export type InnerSight = 'traced' | 'one_time_addresses' | 'direct_only';

/** By how much one address grew in a block, besides what was sent to it directly and what the chain itself pays out. */
export interface InnerGrowth {
  /** In smallest units; never more than its calls can have moved. Null where that cannot be told apart from rewards, or from what left. */
  readonly amount: bigint | null;
  /** Those chain transactions that succeeded and name the address, in their data or in their events; `sender`: who sent so much along. */
  readonly named: readonly { readonly txHash: string; readonly sender: string | null }[];
}

export interface BlockGrowth {
  readonly header: BlockHeader;
  /** The hashes of those of its chain transactions that succeeded. */
  readonly succeeded: ReadonlySet<string>;
  /** By address, of all that were asked about. */
  readonly of: ReadonlyMap<string, InnerGrowth>;
}

/**
 * Balances of the native coin as they were after a block, and what is known of how they came about. All answer null where no endpoint
 * can tell any more, and throw ChainFault.
 */
export interface NativeBalances {
  /** In smallest units, in the order of the addresses. With a hash, of that very block; without, of the one now at this height. */
  at(
    block: { readonly number: number; readonly hash?: string },
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly bigint[] | null>;
  grownIn(number: number, addresses: readonly string[], signal: AbortSignal): Promise<BlockGrowth | null>;
  /** Runs a chain transaction of this block once more, on the state before the block. */
  runAgain(header: BlockHeader, txHash: string, signal: AbortSignal): Promise<CallRun | null>;
}

/**
 * What every way that value can come must answer, one without blocks included: who is asked, one payment by its canonical
 * hash, how its endpoints are, and an end. How payments are found in the first place is each kind's own.
 */
export interface PaymentRail {
  /** Checks that the endpoint is the network it should be (chain id, genesis). Throws ChainFault, not retryable, if it is not. */
  verify(): Promise<void>;
  /**
   * Reads one payment by its canonical hash: the transfers to these addresses, at the same positions as they are found
   * otherwise (a chain: by a scan). Null where the network does not know it. Throws ChainFault.
   */
  transfersIn(txHash: string, recipients: WatchedSet): Promise<FoundTransfers | null>;
  /** What is known of the endpoints behind it; absent where nothing is told. */
  readonly endpoints?: EndpointPool;
  /** Releases sockets. */
  close(): Promise<void>;
}

/** A rail whose payments are in blocks, which follow each other and can be replaced. */
export interface Chain extends PaymentRail {
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
   * Whether native coin that a contract passes on is seen, as far as the answers up to now tell; null while nobody knows.
   * Absent where the family has no such notion.
   */
  innerTransfers?(): InnerSight | null;
  /** For where calls are not traced; absent where the family cannot, or nobody wants it. */
  readonly balances?: NativeBalances;
  /** What a token's contract says of itself; absent where the family has no way to ask. Throws ChainFault. */
  tokenFacts?(contract: string): Promise<{ readonly decimals: number | null; readonly isPaused: boolean }>;
  /**
   * Which of these addresses (canonical) the issuer of a token has blocked, by address; one of which nothing can be said is missing.
   * Absent where the family has no way to ask. Throws ChainFault.
   */
  blockedAddresses?(contract: string, addresses: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /**
   * Whether a contract takes a signature of this digest (32 bytes) for its own, by its address; false where there is no contract. Absent
   * where only keys sign. Throws ChainFault.
   */
  isContractSignature?(address: string, digest: Uint8Array, signature: Uint8Array): Promise<boolean>;
  /** What waits to be mined and pays these addresses, all of it; absent where the family does not look there. Throws ChainFault. */
  waiting?(watched: WatchedSet, signal: AbortSignal): Promise<readonly WaitingTransaction[]>;
  /** Told together with `waiting`. Throws ChainFault. */
  fateOf?(transaction: Pick<WaitingTransaction, 'txHash' | 'spends'>): Promise<Fate>;
}

/** The facts of a network that the reader of its chain needs. */
export interface NetworkFacts extends NetworkIdentity {
  readonly rpc: readonly string[];
  /** Canonical contracts of the tokens that count. */
  readonly contracts: readonly string[];
  /** For EVM: whether blocks are traced (`auto` unless given), which tag is final (`finalized`), and which tokens may deliver less than their events say. */
  readonly traces?: 'auto' | 'on' | 'off';
  readonly finalityTag?: 'finalized' | 'safe';
  readonly unproven?: readonly string[];
  /** How much each endpoint should be asked; no bound unless given. */
  readonly budget?: RpcBudget;
}

export interface ReaderLog {
  warn(facts: object, message: string): void;
}

/** Makes the reader of one network's chain. It opens no socket before it is asked. */
export type OpenChain = (network: NetworkFacts, log: ReaderLog) => Chain;
