// What every chain family answers to the house: the one door between a network and the rules.

import type { WaitingStanding } from '../../core/app-settings.ts';
import type { RpcBudget } from '../../core/config/network-entry.ts';
import type { PriceList } from '../../core/config/price-lists.ts';
import type { AddressLook } from '../../core/payment/receiving/address-findings.ts';
import type { BlockHeader, ScannedBlock, Spend, Transfer } from '../../core/payment/transfer.ts';
import type { ContractVerdict, NetworkIdentity } from './codec.ts';
import type { EndpointPool } from './endpoint-health.ts';

/** The addresses to look for, in the family's canonical text. Lives in memory; grows while a scan runs. */
export interface WatchedSet {
  add(address: string): void;
  /**
   * Adds an address that receives no payment here, unless it is there already. A server may refuse its history, for
   * example as too long: then it is left out, and holds up nothing. Absent where no server is asked for addresses.
   */
  addForeign?(address: string): void;
  /** Makes room for so many at once, so that no memory is left over from growing. */
  reserve?(count: number): void;
  has(address: string): boolean;
  readonly size: number;
  /** Where value lies in outputs: those whose spending a scan tells of as well. */
  readonly outputs?: WatchedOutputs;
  /** Hears which of them somebody waits for: they are asked after first. Absent where all are looked for alike. */
  await?(addresses: readonly string[]): void;
}

/** Outputs, '<txid>:<n>' each: what unconfirmed payments, and what they rest on, spend. */
export interface WatchedOutputs {
  /** From the next scan on it is these, and no others. */
  replace(outpoints: Iterable<string>): void;
  readonly size: number;
}

/**
 * Thrown for anything an endpoint did wrong. Retryable faults leave the cursor where it is; others halt the network.
 */
export class ChainFault extends Error {
  readonly retryable: boolean;
  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ChainFault';
    this.retryable = retryable;
  }
}

/** A malformed response: worth asking again, or asking another endpoint. */
export function malformed(message: string): ChainFault {
  return new ChainFault(message, true);
}

/** What one chain transaction moves to the addresses asked about; header is null while it is in the mempool. */
export interface FoundTransfers {
  readonly header: BlockHeader | null;
  readonly transfers: readonly Transfer[];
  /**
   * Contracts, canonical, of tokens outside of the catalog that it moves to these addresses, as their events say.
   * Absent where there are none.
   */
  readonly unlisted?: readonly string[];
}

/**
 * A chain transaction in the mempool that pays a watched address. `spends`: the outputs it consumes, '<txid>:<n>'
 * each. `ancestry`: what those of the chain transactions it rests on consume that are in no block either: it can be
 * mined only if none of that is spent by another one.
 */
export interface MempoolTransaction {
  readonly txHash: string;
  readonly spends: readonly string[];
  readonly ancestry?: readonly Spend[];
  readonly transfers: readonly Transfer[];
  /** Absent where the family's nodes tell nothing of it. */
  readonly standing?: WaitingStanding;
}

/**
 * What became of a chain transaction that was seen in the mempool. It is still there; it was mined (the scan says in
 * which block); it, or one that it rests on, was `replaced` by another one in the mempool that spends the same; it, or
 * one that it rests on, `conflicted` with a mined one (the scan tells of that, by the outputs it watches); or it was
 * `dropped`: the endpoint no longer knows it, and as nothing is known to spend the same it can still be mined.
 */
export type MempoolOutcome = 'in_mempool' | 'mined' | 'replaced' | 'conflicted' | 'dropped';

/**
 * Whether internal transfers (native coin that a contract passes on) are seen: in traces, like any other transfer; by
 * the balances of addresses that are given out once; or not at all.
 */
export type InternalTransferVisibility = 'traced' | 'one_time_addresses' | 'direct_only';

/**
 * About what a transfer costs its sender, in smallest units of the native coin: of that coin, and of a token, to an
 * address that has held none before. null where it is not known, or there is no such thing.
 */
export interface TransferFees {
  readonly coin: bigint | null;
  readonly token: bigint | null;
  /**
   * The least rate of fees that nodes relay, in smallest units for 1,000 virtual bytes. Absent or null where it is not
   * known.
   */
  readonly relayRate?: bigint | null;
}

/** A balance in smallest units, as it was after a block. */
export interface BalancePoint {
  readonly number: number;
  readonly balance: bigint;
}

/** A stretch of blocks in which a balance rose by more than is explained. */
export interface BalanceSearch {
  readonly address: string;
  readonly from: BalancePoint;
  readonly to: BalancePoint;
  /** What is known to have arrived in the blocks after one height, up to and with another. */
  explained(after: number, upTo: number): bigint;
  /** How many blocks are found at most. */
  readonly most: number;
}

export interface BalanceRises {
  /** In ascending order, each with the balance after it. */
  readonly blocks: readonly BalancePoint[];
  /** Whether there may be more of them after the last one. */
  readonly isCut: boolean;
}

/** A block in which the balances of some addresses rose for no known reason. */
export interface InternalTransferQuery {
  readonly number: number;
  /** By address, the hashes of the chain transactions that customers say paid it; none of most. */
  readonly claims: ReadonlyMap<string, readonly string[]>;
  /**
   * Whether a claim decides even where the block names one other chain transaction; else only where it names none or
   * several.
   */
  readonly preferClaims?: boolean;
  /**
   * Addresses that several payments share: what only balances tell of them could be anybody's, so that only a trace
   * counts. None of them unless given.
   */
  readonly shared?: ReadonlySet<string>;
  /** With which address to begin, so that one over which endpoints break down does not keep the others waiting. */
  readonly startAt?: number;
}

/** What the trace or the balances of a block show to have been sent to these addresses by calls. */
export interface InternalTransfers {
  readonly header: BlockHeader;
  /** Each is proved to be sent by a call, or held as `unproved_call`. */
  readonly transfers: readonly Transfer[];
  /**
   * Balances that rose without it being known which chain transaction did it; `namedBy`: the hashes of those that name
   * the address.
   */
  readonly unclear: readonly {
    readonly address: string;
    readonly amount: bigint | null;
    readonly namedBy: readonly string[];
  }[];
  /** Addresses that are not judged yet, as while a trace is being asked for: they are to be asked for again. */
  readonly postponed: readonly string[];
  /** The ChainFault that ended it early, if one did; what was judged before is valid. */
  readonly fault: unknown;
}

/**
 * Finds internal transfers by what balances rose by; nobody waits for a trace of them. All answer null where no
 * endpoint can tell any more, and throw ChainFault.
 */
export interface BalanceProbe {
  /**
   * In smallest units, in the order of the addresses. With a hash, at that very block; without, at the one now at this
   * height.
   */
  at(
    block: { readonly number: number; readonly hash?: string },
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly bigint[] | null>;
  /** The blocks in which the balance rose by more than is explained. */
  bisect(search: BalanceSearch, signal: AbortSignal): Promise<BalanceRises | null>;
  internalTransfers(query: InternalTransferQuery, signal: AbortSignal): Promise<InternalTransfers | null>;
  /**
   * Whether the balances of this very block have room for the transfer, and its chain transaction succeeded there.
   * Never null.
   */
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
  /**
   * Checks that the endpoint is the network it should be (chain id, genesis). Throws ChainFault, not retryable, if it
   * is another.
   */
  verify(): Promise<void>;
  /** What is known of the endpoints behind it; absent where nothing is told. */
  readonly endpoints?: EndpointPool;
  /** Releases sockets. */
  close(): Promise<void>;
}

/** A rail whose payments are in blocks, which follow each other and can be replaced. */
export interface Chain extends PaymentRail {
  /**
   * Reads one chain transaction by its canonical hash: the transfers to these addresses, at the same positions as a
   * scan finds them. Null where the network does not know it. Throws ChainFault.
   */
  transfersIn(txHash: string, recipients: WatchedSet): Promise<FoundTransfers | null>;
  /** The newest block an endpoint shows. */
  head(): Promise<BlockHeader>;
  /**
   * The block at this height, which follows the newest one that was read, or null while it is not there; what was read
   * for it is in hand for the next scan. Absent where a head costs no more than that. Throws ChainFault.
   */
  next?(number: number): Promise<BlockHeader | null>;
  /** The block now at this height on the canonical chain, or null where there is none yet. */
  headerAt(number: number): Promise<BlockHeader | null>;
  /** The newest block that the network calls final, or null where it has no such notion. */
  finalized(): Promise<number | null>;
  /** An empty watched set of this family. */
  watch(): WatchedSet;
  /**
   * Calls `heard` whenever a node says of itself that there is a block, or that something waits which concerns the
   * watched; ends with `signal`. It only saves waiting for the next look: nothing rests on it. Absent where no node
   * says so.
   */
  listen?(watched: WatchedSet, heard: () => void, signal: AbortSignal): Promise<void>;
  /**
   * Reads blocks first…last (inclusive) in order, each checked: its number, its parent's hash, and that its transfers
   * belong to the block they claim. Throws ChainFault rather than leave one out; stops early, without fault, where the
   * branch changes under the reader (the next header no longer links to the one before).
   */
  scan(first: number, last: number, watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /**
   * As scan, for while somebody waits: what pays the `awaited` recipients (canonical) is asked for in a second way,
   * whatever is in hand is compared and recomputed, and answers that differ are a fault, unless one is proved. Absent
   * where there is no other way to ask.
   */
  scanWithCare?(
    first: number,
    last: number,
    sought: { readonly watched: WatchedSet; readonly awaited: readonly string[] },
    signal: AbortSignal,
  ): AsyncIterable<ScannedBlock>;
  /**
   * The heights of those of the blocks first…last, ascending, in which a listed token paid one of these addresses
   * (canonical), asked for in as few calls as endpoints allow; what of it pays whom, only a scan says. Absent where the
   * family cannot ask for addresses. Throws ChainFault.
   */
  transfersSince?(
    first: number,
    last: number,
    watched: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]>;
  /**
   * Balances of the native coin, in smallest units and in the order of the addresses (canonical), in as few calls as
   * endpoints allow. With a hash, at that very block; without, at the one now at this height. Null where no endpoint
   * can tell any more. Absent where the family has no balances. Throws ChainFault.
   */
  balancesAt?(
    addresses: readonly string[],
    block: { readonly number: number; readonly hash?: string },
    signal: AbortSignal,
  ): Promise<readonly bigint[] | null>;
  /**
   * As scan, for blocks in which nobody waits for a payment: a block is read only where something that the endpoint has
   * made of it (UTXO: its compact filter, BIP-158) says that it may hold something for these addresses; of the others
   * there is the header, checked as ever. Where the endpoint has no such thing every block is read. What says so is no
   * part of a block and proved by nothing: an endpoint that lies can hide any payment behind it, for as long as nobody
   * scans that block. So wherever somebody waits, scan is asked. Absent where the family has none. Throws as scan.
   */
  scanIdle?(first: number, last: number, watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /**
   * How internal transfers are seen, as far as the answers up to now tell; null while nobody knows. Absent where there
   * are none.
   */
  internalTransfers?(): InternalTransferVisibility | null;
  /** Absent where the family has none, or it is not wanted. */
  readonly balances?: BalanceProbe;
  /** What a token's contract says of itself; absent where the family has no way to ask. Throws ChainFault. */
  tokenFacts?(contract: string): Promise<{ readonly decimals: number | null; readonly isPaused: boolean }>;
  /**
   * Which of these addresses (canonical) the issuer of a token has blocked, by address; one of which nothing can be
   * said is missing. Absent where the family has no way to ask. Throws ChainFault.
   */
  blockedAddresses?(contract: string, addresses: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /**
   * As an endpoint tells it now, to be shown and for nothing else; null where none does. Absent where the family does
   * not tell. Throws ChainFault.
   */
  transferFees?(): Promise<TransferFees | null>;
  /**
   * Asks the contract at an address (canonical) about a signature of this digest (32 bytes). Absent where only keys
   * sign. Throws ChainFault.
   */
  contractVerdict?(address: string, digest: Uint8Array, signature: Uint8Array): Promise<ContractVerdict>;
  /**
   * How many chain transactions an address (canonical) has sent: an exchange's wallet has sent thousands. Absent where
   * the chain does not tell. Throws ChainFault.
   */
  transactionsSent?(address: string): Promise<bigint>;
  /**
   * The holder of an address (canonical), and how much it has sent. Absent where addresses say that themselves. Throws
   * ChainFault.
   */
  lookAt?(address: string): Promise<HolderLook>;
  /**
   * The payment of just this amount from an address to itself; null where there is none. Absent where the family
   * cannot ask for it. Throws ChainFault.
   */
  ownPayment?(sought: OwnPayment, signal: AbortSignal): Promise<FoundOwnPayment | null>;
  /**
   * How much of each token (canonical contracts) an address has; null where a contract does not say. Absent where
   * there are no tokens. Throws ChainFault.
   */
  tokenBalances?(address: string, contracts: readonly string[]): Promise<readonly (bigint | null)[]>;
  /**
   * What of the mempool is known to pay these addresses: all of it, or of a very full one what was read up to now, the
   * rest following with the next asks. `awaited`: hashes that are read before anything else. Absent where the family
   * does not read it. Throws ChainFault.
   */
  mempool?(
    watched: WatchedSet,
    signal: AbortSignal,
    awaited?: readonly string[],
  ): Promise<readonly MempoolTransaction[]>;
  /**
   * Blocks that a scan handed on, with what is known by now to have moved in them besides, each proved. Absent where a
   * block is read whole. Each is told again until the next one is asked for, or the end. Throws ChainFault.
   */
  missedBlocks?(watched: WatchedSet, signal: AbortSignal): AsyncIterable<ScannedBlock>;
  /** Present together with `mempool`. No block is read for it. Throws ChainFault. */
  outcomeOf?(transaction: Pick<MempoolTransaction, 'txHash' | 'spends' | 'ancestry'>): Promise<MempoolOutcome>;
}

/** A payment from an address (canonical) to itself, which proves control of it. */
export interface OwnPayment {
  readonly address: string;
  /** '' for the native coin. */
  readonly contract: string;
  readonly amount: bigint;
  /** The first block that counts. */
  readonly from: number;
  /** Unix seconds: a block that is dated later does not count. */
  readonly until: number;
}

export interface FoundOwnPayment {
  readonly txHash: string;
  readonly header: BlockHeader;
}

/** The holder of an address. `signs`: it is a key, or a contract that answers EIP-1271. */
export interface HolderLook extends AddressLook {
  readonly signs: boolean;
}

/** The facts of a network that the reader of its chain needs. */
export interface NetworkFacts extends NetworkIdentity {
  readonly rpc: readonly string[];
  /** Canonical contracts of the tokens that count. */
  readonly contracts: readonly string[];
  /**
   * For EVM: whether blocks are traced (`auto` unless given), which tag is final (`finalized`), and which tokens may
   * deliver less than their events say.
   */
  readonly traces?: 'auto' | 'on' | 'off';
  readonly finalityTag?: 'finalized' | 'safe';
  readonly unproven?: readonly string[];
  /** How much each endpoint should be asked; no bound unless given. */
  readonly budget?: RpcBudget;
  /** What its endpoints' provider counts a call as; one each unless given. */
  readonly prices?: PriceList;
  /** For UTXO: where its nodes publish what is new, by ZMQ; nowhere unless given. */
  readonly zmq?: readonly string[];
  /** For TRON: who may sign blocks (canonical); whoever endpoints say is elected, unless given. */
  readonly representatives?: readonly string[];
}

export interface ReaderLog {
  warn(facts: object, message: string): void;
}

/** Makes the reader of one network's chain. It opens no socket before it is asked. */
export type OpenChain = (network: NetworkFacts, log: ReaderLog) => Chain;
