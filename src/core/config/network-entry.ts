// The description of a network and its coins, shared by the built-in registry and the operator's configuration.

import type { BlockSlots } from '../payment/next-block.ts';
import type { PriceList } from './price-lists.ts';

export const families = ['EVM', 'TRON', 'UTXO', 'SVM'] as const;
export type FamilyName = (typeof families)[number];

/** How a wallet in the customer's browser is asked to pay: through an EIP-1193 provider or through TronLink. */
export const walletProtocols = ['eip1193', 'tronlink'] as const;
export type WalletProtocol = (typeof walletProtocols)[number];

/** The name that wallets and explorers of a family use for a block that no reorg can take back. */
export const finalityTerms = ['final', 'solidified'] as const;
export type FinalityTerm = (typeof finalityTerms)[number];

/**
 * When a block becomes final: either the network's nodes name it or a later block by this tag, or it is so deep (its
 * own block counted). `always`: every payment waits for finality, even if the merchant does not ask for it.
 * stalledAfterSeconds, on the chain's clock: a tag that has not moved for longer is out of order.
 */
export type Finality =
  | { readonly tag: 'finalized' | 'safe'; readonly stalledAfterSeconds: number; readonly always?: true }
  | { readonly depth: number };

/**
 * Whether blocks are traced for native coin that contracts pass on: `auto` if an endpoint can, `on` always (without
 * traces no block is read), or `off`.
 */
export const traceModes = ['auto', 'on', 'off'] as const;
export type TraceMode = (typeof traceModes)[number];

/**
 * So many endpoints must vouch for a payment worth `from` or more (a decimal in `currency`, an ISO 4217 code) before it
 * is credited.
 */
export interface Quorum {
  readonly endpoints: number;
  readonly from: string;
  readonly currency: string;
}

/**
 * The most that each endpoint should be asked in so many seconds: calls, or units of the network's price list if it has
 * one.
 */
export interface RpcBudget {
  readonly requests: number;
  readonly seconds: number;
}

/** Where the endpoints of a network were set. `database`: in the console or by the API. */
export type EndpointSource = 'database' | 'file' | 'environment';

/** The variable of the environment that sets its endpoints: RPC_URL_BASE_SEPOLIA for the network base-sepolia. */
export function endpointVariable(symbol: string): string {
  return `RPC_URL_${symbol.toUpperCase().replaceAll('-', '_')}`;
}

export interface NetworkEntry {
  /** Its name in the API and in the configuration: lower-case letters, digits and hyphens. */
  readonly symbol: string;
  readonly name: string;
  readonly family: FamilyName;
  /** EIP-155 chain id; for TRON the number that its nodes return as eth_chainId; null elsewhere. */
  readonly chainId: number | null;
  /**
   * For UTXO: the chain of the family (e.g. bitcoin-regtest). Networks share addresses only if their params are the
   * same.
   */
  readonly params: string | null;
  /** Whether the service makes its blocks and transfers itself. Absent means that endpoints serve the chain. */
  readonly hasTestChain?: true;
  readonly rpc: readonly string[];
  /** Where `rpc` was set. Absent if nothing sets it. */
  readonly rpcFrom?: EndpointSource;
  /** How many confirmations a payment needs before it counts. Merchants may ask for more. */
  readonly confirmations: number;
  /** The fewest confirmations that a merchant may ask for on small payments. Absent means `confirmations`. */
  readonly confirmationsFloor?: number;
  readonly test: boolean;
  /** The URL of a web page about a chain transaction, with the placeholder {hash}. */
  readonly explorerTransaction: string | null;
  /** Addresses (canonical) that the operator knows as shared wallets. As senders they are no evidence. */
  readonly sharedWallets?: readonly string[];
  readonly pollIntervalMs: number;
  /** Absent if blocks come at any time, or in slots too short to wait for. */
  readonly slots?: BlockSlots;
  /**
   * How often the network is read while no payment is open, in milliseconds; null if every block is read even then.
   * Absent: every 150 seconds, except for test networks, where every block is read.
   */
  readonly idleMillis?: number | null;
  /** How many of the last blocks are remembered. It limits how deep a reorg can be followed. */
  readonly reorgDepth: number;
  /** Absent if the family has no finality, or if the usual one of EVM applies: `finalized`. */
  readonly finality?: Finality;
  /** For EVM; absent means `auto`. */
  readonly traces?: TraceMode;
  /** Absent if one endpoint is enough for any amount. */
  readonly quorum?: Quorum;
  /** Absent if requests are not limited. */
  readonly rpcBudget?: RpcBudget;
  /** The provider's price for each call; absent if every call costs one unit. */
  readonly prices?: PriceList;
  /** For UTXO: tcp://host:port, where its nodes publish new blocks and transactions by ZMQ. */
  readonly zmq?: readonly string[];
  /**
   * For TRON: the addresses (canonical) of the representatives who may sign blocks, and of keys that they authorized.
   * Absent if the elected representatives are read from the endpoints.
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
  /** The fiat currency that a stable coin is pegged to; null for other coins. */
  readonly peg: string | null;
  /**
   * Whether its contract delivers less than its events say. Absent: unknown, so balances are compared where possible.
   */
  readonly feeOnTransfer?: boolean;
}
