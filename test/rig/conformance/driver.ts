// The interface that each chain family implements for the conformance suite: a real node that can imitate chains and
// faulty endpoints.
import type { NetworkFacts, OpenChain } from '../../../src/io/chains/chain.ts';
import type { Codec, WalletCodec } from '../../../src/io/chains/codec.ts';

/** Abilities that a family may lack. All others are required. */
export type Ability = 'fail' | 'replace' | 'token' | 'finality' | 'hide' | 'sender' | 'extended_keys' | 'coins';

export interface Driver {
  /** The prefix of its test names, for another way to read the chains of a family that has a driver. */
  readonly name?: string;
  /** An endpoint without a server; a node's by default. */
  readonly awayEndpoint?: string;
  readonly codec: Codec;
  readonly walletCodec: WalletCodec;
  readonly openChain: OpenChain;
  /** The abilities that this family lacks, each with the reason. */
  readonly absent: Readonly<Partial<Record<Ability, string>>>;
  /** The smallest amount of a payment, in smallest units of the native coin. */
  readonly dust: bigint;
  /** How many of the last blocks a reorg replaces, with one test for each value. */
  readonly reorgDepths: readonly number[];
  /** The number of blocks that represents a day. */
  readonly dayOfBlocks: number;
  readonly addresses: AddressTable;
  readonly paymentUris: readonly PaymentUriExample[];
  /** Reads the amount from a payment link, in smallest units; null if there is none. */
  readAmount(uri: string, decimals: number): bigint | null;
  start(): Promise<Ground>;
}

export interface AddressTable {
  /** Texts as people enter them, with their canonical and shown forms. */
  readonly good: readonly { readonly text: string; readonly canonical: string; readonly shown: string }[];
  /** Rejected texts, each with its error code. */
  readonly bad: readonly { readonly text: string; readonly code: string }[];
  /** Published keys and the canonical addresses of their first children. */
  readonly keys: readonly { readonly text: string; readonly children: readonly string[] }[];
  readonly badKeys: readonly { readonly text: string; readonly code: string }[];
  readonly hashes: readonly { readonly text: string; readonly canonical: string | null }[];
}

export interface PaymentUriExample {
  /** In canonical text; '' is the native coin. */
  readonly recipient: string;
  readonly contract: string;
  readonly amount: bigint | null;
  readonly decimals: number;
  readonly uri: string;
}

/** A chain transaction that pays. `sender` is null if the family cannot determine it. */
export interface Sent {
  readonly hash: string;
  readonly sender: string | null;
  /** '' for the native coin. */
  readonly contract: string;
}

export interface Output {
  readonly to: string;
  readonly units: bigint;
}

/** A running node with some blocks, and one endpoint in front of it that can fail on purpose. */
export interface Ground {
  /** The network as seen directly from the node. */
  readonly facts: NetworkFacts;
  /** The same network through the failing endpoint. */
  readonly spoiltFacts: NetworkFacts;
  /** A new unused address, in canonical text. */
  newAddress(): string;
  /** Sends a payment of the native coin, or of this token, to the mempool for the next block. */
  pay(output: Output, contract?: string): Promise<Sent>;
  /** Several transfers in one chain transaction. */
  payMany(outputs: readonly Output[]): Promise<Sent>;
  /** Mines blocks. Each includes all waiting transactions. */
  mine(blocks?: number): Promise<void>;
  /**
   * Replaces the last `depth` blocks. Their transactions are in none of the new ones, except `again`, which is in the
   * last.
   */
  reorg(depth: number, again?: Sent): Promise<void>;
  /** A payment that is mined but fails, so that nothing is transferred. */
  fail?(output: Output): Promise<Sent>;
  /** While `sent` waits in the mempool, replaces it by a transaction that pays this. */
  replace?(sent: Sent, output: Output): Promise<Sent>;
  /** Deploys a token with this many decimals, owned by the payer. Returns its contract in canonical text. */
  token?(decimals: number): Promise<string>;
  readonly endpoint: SpoiltEndpoint;
  stop(): Promise<void>;
}

/** Each fault lasts until heal(). */
export interface SpoiltEndpoint {
  /** Hides the last blocks. */
  lag(blocks: number): void;
  /** Returns no transfers although there are some, or no transfers of this contract if only tokens are hidden. */
  hide?(): void;
  /** Removes all blocks below this one. */
  prune(below: number): void;
  /** Removes the chain transactions and blocks that it returned before. */
  forget(): void;
  /** Serves another chain of the same family. */
  beAnotherChain(): void;
  /** Closes every connection. */
  breakOff(): void;
  heal(): void;
}
