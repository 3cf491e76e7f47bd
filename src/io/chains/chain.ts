// The interface that every chain family implements. The business rules reach a network only through it.

import type { WaitingStanding } from '../../core/app-settings.ts';
import type { RpcBudget } from '../../core/config/network-entry.ts';
import type { PriceList } from '../../core/config/price-lists.ts';
import type { AddressLook } from '../../core/payment/receiving/address-findings.ts';
import type { BlockHeader, ScannedBlock, Spend, Transfer } from '../../core/payment/transfer.ts';
import type { ContractVerdict, NetworkIdentity } from './codec.ts';
import type { EndpointPool } from './endpoint-health.ts';
import type { CoinReader } from './spends/spend.ts';

/** The addresses that a scan looks for, in canonical text. The set is kept in memory and may grow during a scan. */
export interface WatchedSet {
  add(address: string): void;
  /**
   * Adds an address that receives no payment here, unless it is already present. A server may refuse its history, for
   * example as too long. The address is then left out, and the scan goes on. Absent if the family sends no addresses to
   * servers.
   */
  addForeign?(address: string): void;
  /** Allocates room for so many addresses at once, which saves memory compared with growing step by step. */
  reserve?(count: number): void;
  has(address: string): boolean;
  readonly size: number;
  /** For chains with outputs: a scan also reports spends of these outputs. */
  readonly outputs?: WatchedOutputs;
  /**
   * Sets the addresses that open payments wait for; they are queried first. Absent if all addresses are queried alike.
   */
  await?(addresses: readonly string[]): void;
}

/** Outputs, each as '<txid>:<n>', that unconfirmed payments and their unconfirmed ancestors spend. */
export interface WatchedOutputs {
  /** Replaces the whole set; the next scan uses the new one. */
  replace(outpoints: Iterable<string>): void;
  readonly size: number;
}

/** An error of an endpoint. After a retryable one the cursor stays where it is; any other one halts the network. */
export class ChainFault extends Error {
  readonly retryable: boolean;
  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChainFault';
    this.retryable = retryable;
  }
}

/** A malformed response: the request should be repeated, or sent to another endpoint. */
export function malformed(message: string): ChainFault {
  return new ChainFault(message, true);
}

/** The transfers of one chain transaction to the requested addresses; header is null while it is in the mempool. */
export interface FoundTransfers {
  readonly header: BlockHeader | null;
  readonly transfers: readonly Transfer[];
  /** Contracts of tokens outside the catalog that its events move to these addresses; absent if none. */
  readonly unlisted?: readonly string[];
}

/**
 * A chain transaction in the mempool that pays a watched address. `spends`: the outputs it consumes, each as
 * '<txid>:<n>'. `ancestry`: the outputs that its unconfirmed ancestors consume. It can be mined only if no other chain
 * transaction spends one of them.
 */
export interface MempoolTransaction {
  readonly txHash: string;
  readonly spends: readonly string[];
  readonly ancestry?: readonly Spend[];
  readonly transfers: readonly Transfer[];
  /** Absent if the family's nodes do not report it. */
  readonly standing?: WaitingStanding;
}

/**
 * The outcome of a chain transaction that was seen in the mempool:
 * - `in_mempool`: it is still there.
 * - `mined`: it is in a block; the scan reports which one.
 * - `replaced`: another one in the mempool spends an output that it, or an unconfirmed ancestor, spends.
 * - `conflicted`: a mined one spends such an output. The scan reports that through the outputs it watches.
 * - `dropped`: the endpoint no longer knows it. No conflict is known, so it can still be mined.
 */
export type MempoolOutcome = 'in_mempool' | 'mined' | 'replaced' | 'conflicted' | 'dropped';

/**
 * How internal transfers (native coin that a contract passes on) are seen: in traces, like any other transfer; by the
 * balances of addresses that are given out once; or not at all.
 */
export type InternalTransferVisibility = 'traced' | 'one_time_addresses' | 'direct_only';

/**
 * The approximate cost of a transfer for its sender, in smallest units of the native coin: `coin` for a transfer of
 * that coin, `token` for one of a token to an address that has held none before. Null if it is not known or does not
 * apply.
 */
export interface TransferFees {
  readonly coin: bigint | null;
  readonly token: bigint | null;
  /**
   * The lowest fee rate that nodes relay, in smallest units for 1,000 virtual bytes. Absent or null if it is not known.
   */
  readonly relayRate?: bigint | null;
}

/** A balance in smallest units, as it was after a block. */
export interface BalancePoint {
  readonly number: number;
  readonly balance: bigint;
}

/** A range of blocks in which a balance rose by more than the known transfers explain. */
export interface BalanceSearch {
  readonly address: string;
  readonly from: BalancePoint;
  readonly to: BalancePoint;
  /** The sum of the transfers known to have arrived in the blocks above `after`, up to and including `upTo`. */
  explained(after: number, upTo: number): bigint;
  /** The largest number of blocks to return. */
  readonly most: number;
}

export interface BalanceRises {
  /** In ascending order, each with the balance after it. */
  readonly blocks: readonly BalancePoint[];
  /** Whether there may be more such blocks after the last one. */
  readonly isCut: boolean;
}

/** A block in which the balances of some addresses rose by more than the known transfers explain. */
export interface InternalTransferQuery {
  readonly number: number;
  /** By address, the hashes of the chain transactions that customers claim as theirs; most addresses have none. */
  readonly claims: ReadonlyMap<string, readonly string[]>;
  /**
   * Whether a claim decides even if the block names exactly one other chain transaction. Otherwise a claim decides only
   * if the block names none or several.
   */
  readonly preferClaims?: boolean;
  /**
   * Addresses of several payments. Only a trace shows which one arrived, so balances do not count. Empty by default.
   */
  readonly shared?: ReadonlySet<string>;
  /** The index of the address to begin with, so that one on which endpoints fail does not delay the others. */
  readonly startAt?: number;
}

/** The amounts that calls sent to these addresses, according to the trace or the balances of a block. */
export interface InternalTransfers {
  readonly header: BlockHeader;
  /** Each one is proved to be sent by a call, or held as `unproved_call`. */
  readonly transfers: readonly Transfer[];
  /** Rises of balances by an unknown chain transaction; `namedBy`: the hashes of the ones that name the address. */
  readonly unclear: readonly {
    readonly address: string;
    readonly amount: bigint | null;
    readonly namedBy: readonly string[];
  }[];
  /** Addresses that are not judged yet, for example while a trace is being fetched; the caller queries them again. */
  readonly postponed: readonly string[];
  /** The ChainFault that ended the search early, if any; the results before it are valid. */
  readonly fault: unknown;
}

/**
 * Finds internal transfers by rises of balances, without waiting for a trace. Each method returns null if no endpoint
 * can answer any more, and throws ChainFault.
 */
export interface BalanceProbe {
  /**
   * Balances in smallest units, in the order of the addresses. With a hash, at exactly that block; otherwise at the
   * block now at this height.
   */
  at(
    block: { readonly number: number; readonly hash?: string },
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly bigint[] | null>;
  /** The blocks in which the balance rose by more than the known transfers explain. */
  bisect(search: BalanceSearch, signal: AbortSignal): Promise<BalanceRises | null>;
  internalTransfers(query: InternalTransferQuery, signal: AbortSignal): Promise<InternalTransfers | null>;
  /** Whether this block's balances leave room for the transfer, and its chain transaction succeeded. Never null. */
  confirms(
    transfer: Pick<Transfer, 'txHash' | 'recipient' | 'amount'>,
    block: { readonly number: number; readonly hash: string },
    signal: AbortSignal,
  ): Promise<boolean>;
}

/**
 * Common to all networks, those without blocks included: a check of the endpoints, their health, and an end. Each kind
 * finds payments in its own way: `Chain` here, and `BlocklessRail` in rails/rail.ts.
 */
export interface PaymentRail {
  /** Checks the network of the endpoint (chain id, genesis). Throws a ChainFault, not retryable, for another one. */
  verify(): Promise<void>;
  /** What is known of the endpoints behind it; absent where nothing is told. */
  readonly endpoints?: EndpointPool;
  /** Closes its sockets. */
  close(): Promise<void>;
}

/**
 * A rail with payments in blocks, which follow each other and can be replaced. An optional member is absent if the
 * family does not support it. Methods that read the network throw ChainFault.
 */
export interface Chain extends PaymentRail {
  /**
   * Reads one chain transaction by its canonical hash: the transfers to these addresses, at the same positions as a
   * scan finds them. Null where the network does not know it. Throws ChainFault.
   */
  transfersIn(txHash: string, recipients: WatchedSet): Promise<FoundTransfers | null>;
  /**
   * Makes the blocks that are due at `now`. Call it while something is open, under the network's lease. Present only on
   * the test chain.
   */
  mine?(now: Date): Promise<void>;
  /** The newest block an endpoint shows. */
  head(): Promise<BlockHeader>;
  /**
   * The block at this height, which follows the newest block read, or null while it does not exist yet. Its data is
   * kept for the next scan. Absent if reading the head costs no more.
   */
  next?(number: number): Promise<BlockHeader | null>;
  /** The block now at this height on the canonical chain, or null if there is none yet. */
  headerAt(number: number): Promise<BlockHeader | null>;
  /** The number of the newest block that the network calls final, or null if the network has no finality. */
  finalized(): Promise<number | null>;
  /** Returns an empty watched set of this family. */
  watch(): WatchedSet;
  /**
   * Calls `heard` whenever a node announces a block, or an unconfirmed transaction that concerns a watched address;
   * ends with `signal`. It only makes the next poll come earlier, and nothing depends on it. Absent if no node
   * announces anything.
   */
  listen?(watched: WatchedSet, heard: () => void, signal: AbortSignal): Promise<void>;
  /**
   * Reads blocks first…last (inclusive) in order. Checks the number of each, its parent's hash, and that its transfers
   * belong to the block that they name. Throws ChainFault rather than skip a block. Ends early, without a fault, if the
   * branch changes meanwhile (the next header no longer links to the one before).
   */
  scan(first: number, last: number, watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /**
   * Like scan, for use while a payment is awaited. Transfers to the `awaited` recipients (canonical) are requested in a
   * second way, and all available data is compared and recomputed. Answers that differ are a fault, unless one of them
   * is proved. Absent if there is no second way.
   */
  scanWithCare?(
    first: number,
    last: number,
    sought: { readonly watched: WatchedSet; readonly awaited: readonly string[] },
    signal: AbortSignal,
  ): AsyncIterable<ScannedBlock>;
  /**
   * The heights, ascending, of the blocks first…last in which a listed token paid one of these addresses (canonical),
   * read in as few calls as endpoints allow. A scan of these blocks finds the transfers themselves.
   */
  transfersSince?(
    first: number,
    last: number,
    watched: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]>;
  /**
   * Balances of the native coin, in smallest units and in the order of the addresses (canonical), in as few calls as
   * endpoints allow. With a hash, at exactly that block; otherwise at the block now at this height. Null if no endpoint
   * can answer any more.
   */
  balancesAt?(
    addresses: readonly string[],
    block: { readonly number: number; readonly hash?: string },
    signal: AbortSignal,
  ): Promise<readonly bigint[] | null>;
  /**
   * Like scan, for blocks in which no payment is awaited. A block is read only if an index of the endpoint (UTXO: its
   * compact filter, BIP-158) says that it may concern these addresses. For other blocks only the header is read and
   * checked. If the endpoint has no such index, every block is read. The index is not part of the block and not proved,
   * so a dishonest endpoint can hide any payment until a full scan. Callers must therefore use scan while a payment is
   * awaited.
   */
  scanIdle?(first: number, last: number, watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /** How internal transfers are seen, according to the responses so far; null while it is not known. */
  internalTransfers?(): InternalTransferVisibility | null;
  /** Absent if the probe is switched off. */
  readonly balances?: BalanceProbe;
  /** The facts that a token's contract reports about itself. */
  tokenFacts?(contract: string): Promise<{ readonly decimals: number | null; readonly isPaused: boolean }>;
  /**
   * Whether a token's issuer has blocked these addresses (canonical), by address; an address is missing if the answer
   * is not known.
   */
  blockedAddresses?(contract: string, addresses: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** An endpoint's present estimate, for display only; null if no endpoint gives one. */
  transferFees?(): Promise<TransferFees | null>;
  /** For chains of coins. Absent for chains with accounts. */
  readonly coins?: CoinReader;
  /** Asks the contract at an address (canonical) about a signature of this digest (32 bytes). */
  contractVerdict?(address: string, digest: Uint8Array, signature: Uint8Array): Promise<ContractVerdict>;
  /** How many chain transactions an address (canonical) has sent; an exchange's wallet has sent thousands. */
  transactionsSent?(address: string): Promise<bigint>;
  /** The holder of an address (canonical), and how much it has sent. Absent if the address itself shows it. */
  lookAt?(address: string): Promise<HolderLook>;
  /** A payment of exactly this amount from an address to itself; null if there is none. */
  ownPayment?(sought: OwnPayment, signal: AbortSignal): Promise<FoundOwnPayment | null>;
  /** The balance of each token (canonical contracts) at an address; null if a contract does not answer. */
  tokenBalances?(address: string, contracts: readonly string[]): Promise<readonly (bigint | null)[]>;
  /**
   * The chain transactions in the mempool known to pay these addresses. If the mempool is very full, returns the part
   * read so far, and later calls return the rest. `awaited`: hashes to read first.
   */
  mempool?(
    watched: WatchedSet,
    signal: AbortSignal,
    awaited?: readonly string[],
  ): Promise<readonly MempoolTransaction[]>;
  /**
   * Blocks that a scan has already returned, with further transfers found in them since, each proved. Each is repeated
   * until the caller takes the next one or the iteration ends. Absent if the family reads whole blocks.
   */
  missedBlocks?(watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /** The outcome of an unconfirmed transaction, found without reading a block. Present if `mempool` is present. */
  outcomeOf?(transaction: Pick<MempoolTransaction, 'txHash' | 'spends' | 'ancestry'>): Promise<MempoolOutcome>;
}

/** A payment from an address (canonical) to itself, which proves control of the address. */
export interface OwnPayment {
  readonly address: string;
  /** '' for the native coin. */
  readonly contract: string;
  readonly amount: bigint;
  /** The number of the first block that counts. */
  readonly from: number;
  /** Unix seconds; a block with a later timestamp does not count. */
  readonly until: number;
}

export interface FoundOwnPayment {
  readonly txHash: string;
  readonly header: BlockHeader;
}

/** The holder of an address. `signs`: it is a key, or a contract that implements EIP-1271. */
export interface HolderLook extends AddressLook {
  readonly signs: boolean;
}

/** The facts of a network that the reader of its chain needs. */
export interface NetworkFacts extends NetworkIdentity {
  /** Opens the chain that the service makes itself. Absent if endpoints serve the chain. */
  readonly testChain?: () => Chain;
  readonly rpc: readonly string[];
  /** Canonical contracts of the tokens that count. */
  readonly contracts: readonly string[];
  /**
   * For EVM: whether blocks are traced (default `auto`), which tag marks final blocks (default `finalized`), and which
   * tokens may deliver less than their events report.
   */
  readonly traces?: 'auto' | 'on' | 'off';
  readonly finalityTag?: 'finalized' | 'safe';
  readonly unproven?: readonly string[];
  /** The limit of calls to each endpoint; no limit by default. */
  readonly budget?: RpcBudget;
  /** The price list of the endpoints' provider; by default each call counts one. */
  readonly prices?: PriceList;
  /** For UTXO: the addresses at which its nodes publish news by ZMQ; none by default. */
  readonly zmq?: readonly string[];
  /**
   * For TRON: the accounts that may sign blocks (canonical); by default the representatives that endpoints report as
   * elected.
   */
  readonly representatives?: readonly string[];
}

export interface ReaderLog {
  warn(facts: object, message: string): void;
}

/** Creates the reader of one network's chain. It opens no socket before its first request. */
export type OpenChain = (network: NetworkFacts, log: ReaderLog) => Chain;
