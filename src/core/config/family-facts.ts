// What holds of all networks of a family: configuration, rules and SQL go by these fields, never by a family's name.
import type { FamilyName, Finality, FinalityTerm, WalletProtocol } from './network-entry.ts';

export interface FamilyFacts {
  readonly name: FamilyName;
  /** As people call its chains, within a sentence: `Ethereum and its kin`. */
  readonly title: string;
  /** Set where this version cannot read its chains: the configuration refuses networks of such a type. */
  readonly isUnread?: true;
  /** Set where its payments are in no blocks: a feed reports them, and a report is final. */
  readonly isBlockless?: true;
  /** Whether a network is told by a number: its EIP-155 chain id, or what its nodes answer in that place. */
  readonly hasChainId: boolean;
  /** The chains that `params` chooses from; empty where a network has none. */
  readonly chainNames: readonly string[];
  readonly hasTokens: boolean;
  /**
   * Whether an address is the same on all of its networks, so that what is sent on the wrong one has the same owner.
   */
  readonly addressesShared: boolean;
  /** Whether its chains tell what waits to be mined, each with what it spends. */
  readonly showsMempool: boolean;
  /** Whether a transfer names its sender, whose signature can then prove who paid. */
  readonly namesSender: boolean;
  /** The protocol of the browser wallets that pay on it; null where none do. */
  readonly walletProtocol: WalletProtocol | null;
  /** Whether its networks can be read at Electrum and Esplora servers as well; no where absent. */
  readonly readsScriptIndexes?: boolean;
  /** Whether its nodes publish what is new by ZMQ; no where absent. */
  readonly publishes?: boolean;
  /** Whether its blocks are signed by representatives who are elected; no where absent. */
  readonly electsRepresentatives?: boolean;
  /** Whether endpoints can trace what contracts call. */
  readonly tracesCalls: boolean;
  /** The tags by which its nodes can name a final block; empty where depth alone decides. */
  readonly finalityTags: readonly ('finalized' | 'safe')[];
  /** What holds where neither the registry nor the configuration says anything; null where depth alone decides. */
  readonly usualFinality: Finality | null;
  /** The name of a final block; null where depth alone decides. */
  readonly finalityTerm: FinalityTerm | null;
  readonly nativeDecimals: number;
  /** What stands before the 64 hexadecimal digits of a chain transaction's hash in its canonical text. */
  readonly hashPrefix: '' | '0x';
  /**
   * The one text in which a token's contract is kept; null for what is no contract's address, a wrong checksum
   * included.
   */
  readContract(text: string): string | null;
}

/** Every member of `families` has facts, whether or not its chains can be read. */
export type FactsOf = (name: FamilyName) => FamilyFacts;
