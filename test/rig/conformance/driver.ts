// What a chain family brings to the conformance suite: a real node that can be told to do what chains and endpoints do.
import type { NetworkFacts, OpenChain } from '../../../src/io/chains/chain.ts';
import type { Codec, WalletCodec } from '../../../src/io/chains/codec.ts';

/** What a family may truly not have. Everything else, every family has. */
export type Ability = 'fail' | 'replace' | 'token' | 'finality' | 'hide' | 'sender' | 'extended_keys';

export interface Driver {
  /** What its tests are called after, where it is another way to read chains of a family that has a driver. */
  readonly name?: string;
  /** An endpoint where nobody listens; a node's unless given. */
  readonly awayEndpoint?: string;
  readonly codec: Codec;
  readonly walletCodec: WalletCodec;
  readonly openChain: OpenChain;
  /** What this family does not have, each with a sentence that says why. */
  readonly absent: Readonly<Partial<Record<Ability, string>>>;
  /** The least that a payment can carry here, in smallest units of the native coin. */
  readonly dust: bigint;
  /** How many of the last blocks a reorg replaces, one test each. */
  readonly reorgDepths: readonly number[];
  /** So many blocks stand for a day's. */
  readonly dayOfBlocks: number;
  readonly addresses: AddressTable;
  readonly paymentUris: readonly PaymentUriExample[];
  /** Reads the amount out of a payment link again, in smallest units; null where it has none. */
  readAmount(uri: string, decimals: number): bigint | null;
  start(): Promise<Ground>;
}

export interface AddressTable {
  /** As people write them, and the forms that come of them. */
  readonly good: readonly { readonly text: string; readonly canonical: string; readonly shown: string }[];
  /** Refused, each for this reason. */
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

/** A chain transaction that pays; sender is null where the family cannot tell. */
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

/** A running node with some blocks on it, and one endpoint in front of it that can be spoilt. */
export interface Ground {
  /** The network as seen straight from the node. */
  readonly facts: NetworkFacts;
  /** The same network through the endpoint that can be spoilt. */
  readonly spoiltFacts: NetworkFacts;
  /** An address of nobody's, in canonical text, new each time. */
  newAddress(): string;
  /** Puts a payment of the native coin, or of this token, where the next block takes it from. */
  pay(output: Output, contract?: string): Promise<Sent>;
  /** Several transfers in one chain transaction. */
  payMany(outputs: readonly Output[]): Promise<Sent>;
  /** Mines; each block takes all that waits. */
  mine(blocks?: number): Promise<void>;
  /**
   * Replaces the last `depth` blocks. What was in them is in none of the new ones, except `again`, which is in the
   * last.
   */
  reorg(depth: number, again?: Sent): Promise<void>;
  /** A payment that is mined but fails, so that nothing moves. */
  fail?(output: Output): Promise<Sent>;
  /** While `sent` waits: sends another that pays this instead of it. */
  replace?(sent: Sent, output: Output): Promise<Sent>;
  /** A token with so many decimals, its owner being whoever pays; its contract in canonical text. */
  token?(decimals: number): Promise<string>;
  readonly endpoint: SpoiltEndpoint;
  stop(): Promise<void>;
}

/** Each lasts until heal(). */
export interface SpoiltEndpoint {
  /** It knows nothing of the last so many blocks. */
  lag(blocks: number): void;
  /** It answers that there are no transfers where there are some: of this contract, where it is only of tokens. */
  hide?(): void;
  /** It no longer has blocks below this one. */
  prune(below: number): void;
  /** It no longer knows the chain transactions and blocks that it knew. */
  forget(): void;
  /** It is another chain of the same family. */
  beAnotherChain(): void;
  /** It closes every connection. */
  breakOff(): void;
  heal(): void;
}
