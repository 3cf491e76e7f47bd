// What is written down about a network and its coins: by the built-in registry and by the operator, in one shape.

import type { BlockSlots } from '../payment/next-block.ts';
import type { PriceList } from './price-lists.ts';

export const families = ['EVM', 'TRON', 'UTXO', 'SVM'] as const;
export type FamilyName = (typeof families)[number];

/** How a wallet in the customer's browser is asked to pay: an EIP-1193 provider, or TronLink's. */
export const walletProtocols = ['eip1193', 'tronlink'] as const;
export type WalletProtocol = (typeof walletProtocols)[number];

/** How wallets and explorers of a family call a block that no reorg takes back. */
export const finalityTerms = ['final', 'solidified'] as const;
export type FinalityTerm = (typeof finalityTerms)[number];

/**
 * From when on a block is final: when it is not above the block that the network's nodes name by this tag, or when it
 * is so deep (its own block counted). `always`: every payment waits for that, not only those for which a merchant asks.
 * stalledAfterSeconds, on the chain's clock: a tag that has not moved for longer is out of order.
 */
export type Finality =
  | { readonly tag: 'finalized' | 'safe'; readonly stalledAfterSeconds: number; readonly always?: true }
  | { readonly depth: number };

/**
 * Whether blocks are traced for native coin that contracts pass on: where an endpoint can, always (else nothing is read
 * on), or never.
 */
export const traceModes = ['auto', 'on', 'off'] as const;
export type TraceMode = (typeof traceModes)[number];

/**
 * So many endpoints must vouch for a payment worth `from` (a decimal in `currency`, an ISO 4217 code) or more before it
 * is credited.
 */
export interface Quorum {
  readonly endpoints: number;
  readonly from: string;
  readonly currency: string;
}

/**
 * How much each endpoint should be asked in so many seconds, at most: calls, or units of the network's price list where
 * it has one.
 */
export interface RpcBudget {
  readonly requests: number;
  readonly seconds: number;
}

export interface NetworkEntry {
  /** How it is called in the API and in the configuration: lower-case letters, digits and hyphens. */
  readonly symbol: string;
  readonly name: string;
  readonly family: FamilyName;
  /** EIP-155 chain id; for TRON the number that its nodes answer as eth_chainId; null elsewhere. */
  readonly chainId: number | null;
  /** Which of the family's chains it is (e.g. bitcoin-regtest), for UTXO. */
  readonly params: string | null;
  readonly rpc: readonly string[];
  /** How many blocks, its own included, a payment needs before it counts; merchants may ask for more. */
  readonly confirmations: number;
  /** The fewest that a merchant may ask for where little is at stake; as many as `confirmations` where absent. */
  readonly confirmationsFloor?: number;
  readonly test: boolean;
  /** A web page about a chain transaction, with {hash} in it. */
  readonly explorerTransaction: string | null;
  /** Addresses (canonical) that the operator knows as wallets of many people: as senders they say nothing. */
  readonly sharedWallets?: readonly string[];
  readonly pollIntervalMs: number;
  /** Absent where blocks come at any time, or in slots too short to wait for. */
  readonly slots?: BlockSlots;
  /**
   * How often it is looked at while nothing is open, in milliseconds; null where every block is read all the same.
   * Absent: every 150 seconds, but for test networks, of which every block is read.
   */
  readonly idleMillis?: number | null;
  /** How many of the last blocks are remembered, and so how deep a reorg can be followed back. */
  readonly reorgDepth: number;
  /** Absent where the family has no such notion, or the usual one of EVM holds: `finalized`. */
  readonly finality?: Finality;
  /** For EVM; `auto` where absent. */
  readonly traces?: TraceMode;
  /** Absent where one endpoint's word is enough, whatever the amount. */
  readonly quorum?: Quorum;
  /** Absent where requests are not counted. */
  readonly rpcBudget?: RpcBudget;
  /** What the provider of its endpoints counts a call as; absent where a call is a call. */
  readonly prices?: PriceList;
  /** For UTXO: tcp://host:port, where its nodes publish what is new, by ZMQ. */
  readonly zmq?: readonly string[];
  /**
   * For TRON: the addresses (canonical) of those who may sign blocks, and of the keys that they let sign in their
   * place. Absent where endpoints tell who is elected.
   */
  readonly representatives?: readonly string[];
  readonly native: CoinEntry;
  readonly tokens: readonly TokenEntry[];
}

export interface CoinEntry {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

export interface TokenEntry extends CoinEntry {
  /** In the family's canonical text. */
  readonly contract: string;
  readonly stable: boolean;
  /** The fiat currency that a stable coin stands for; null for other coins. */
  readonly peg: string | null;
  /**
   * Whether its contract delivers less than its events say. Absent: nobody knows, so balances are compared where they
   * can be.
   */
  readonly feeOnTransfer?: boolean;
}
