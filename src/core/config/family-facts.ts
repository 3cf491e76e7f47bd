// Properties that all networks of a family share. Configuration, rules and SQL use these fields, never the family's
// name.
import type { FamilyName, Finality, FinalityTerm, WalletProtocol } from './network-entry.ts';

export interface FamilyFacts {
  readonly name: FamilyName;
  /** The name of its chains for use within a sentence: `Ethereum and its kin`. */
  readonly title: string;
  /** Set if this version cannot read its chains. The configuration refuses networks of such a type. */
  readonly isUnread?: true;
  /** Set where its payments are in no blocks: a feed reports them, and a report is final. */
  readonly isBlockless?: true;
  /** Whether a network is told by a number: its EIP-155 chain id, or what its nodes answer in that place. */
  readonly hasChainId: boolean;
  /** The chains that `params` can name; empty if a network has no params. */
  readonly chainNames: readonly string[];
  readonly hasTokens: boolean;
  /**
   * Whether an address is the same on all its networks, so that a payment on the wrong network reaches the same owner.
   */
  readonly addressesShared: boolean;
  /** Whether its nodes list unconfirmed transactions with the outputs that each one spends. */
  readonly showsMempool: boolean;
  /** Whether a transfer names its sender, whose signature can then prove who paid. */
  readonly namesSender: boolean;
  /** The protocol of the browser wallets that pay on it; null if there is none. */
  readonly walletProtocol: WalletProtocol | null;
  /** Whether its networks can also be read from Electrum and Esplora servers. Absent means no. */
  readonly readsScriptIndexes?: boolean;
  /** Whether its nodes publish new blocks and transactions by ZMQ. Absent means no. */
  readonly publishes?: boolean;
  /** Whether its blocks are signed by elected representatives. Absent means no. */
  readonly electsRepresentatives?: boolean;
  /** Whether endpoints can trace calls of contracts. */
  readonly tracesCalls: boolean;
  /** The tags by which its nodes can name a final block; empty if depth alone decides. */
  readonly finalityTags: readonly ('finalized' | 'safe')[];
  /** The default finality if neither the registry nor the configuration sets one; null if depth alone decides. */
  readonly usualFinality: Finality | null;
  /** The name of a final block; null if depth alone decides. */
  readonly finalityTerm: FinalityTerm | null;
  readonly nativeDecimals: number;
  /**
   * How far before now a new block may be dated, in seconds, on a service with a correct clock. Where producers sign
   * blocks at fixed times, a block can be filled some seconds after its time; the rest allows for the service's clock.
   * Miners date blocks freely after the median of eleven earlier ones, and at most two hours ahead.
   */
  readonly blockTimeMarginSeconds: number;
  /** The prefix of a chain transaction's hash in its canonical text, before the 64 hexadecimal digits. */
  readonly hashPrefix: '' | '0x';
  /**
   * The canonical text of a token's contract address; null for an invalid address, including one with a wrong checksum.
   */
  readContract(text: string): string | null;
}

/** Every member of `families` has facts, even if its chains cannot be read. */
export type FactsOf = (name: FamilyName) => FamilyFacts;
