// The types with which a chain of coins, instead of accounts, prepares a payment for the merchant's wallet to sign.

/** An output of a chain transaction. */
export interface CoinPlace {
  readonly txHash: string;
  readonly output: number;
  /** The block of the chain transaction; null if it is not known. */
  readonly blockHash: string | null;
}

/** The coin's name in sets and tables: '<txid>:<n>'. */
export function outpointOf({ txHash, output }: Pick<CoinPlace, 'txHash' | 'output'>): string {
  return `${txHash}:${output}`;
}

export interface UnspentCoin extends CoinPlace {
  /** In smallest units. */
  readonly amount: bigint;
  readonly script: Uint8Array;
  /** The serialized chain transaction without its witness; null if no endpoint has it. */
  readonly transaction: Uint8Array | null;
}

/** Reads coins from endpoints. Its answers are not proved: a wrong one makes a payment that nodes refuse. */
export interface CoinReader {
  /** Returns the coins that no chain transaction spends, in a block or in the mempool. Throws ChainFault. */
  unspent(coins: readonly CoinPlace[], signal: AbortSignal): Promise<readonly UnspentCoin[]>;
  /** The fee rate in smallest units for 1,000 virtual bytes; null if it is not known. Throws ChainFault. */
  feeRate(): Promise<bigint | null>;
}

/** The extended public key that coins belong to. */
export interface SpendKey {
  /** Canonical. */
  readonly value: string;
  /** The same key with its origin and the branch of its change; null if they are not known. */
  readonly descriptor: string | null;
}

/** The branch of a key, and the child of that branch. */
export interface KeyChild {
  readonly branch: 'receiving' | 'change';
  readonly index: bigint;
}

/** A coin of the key. */
export interface OwnCoin extends UnspentCoin, KeyChild {}

export interface WantedSpend {
  readonly key: SpendKey;
  /** The coins that may be spent. */
  readonly coins: readonly OwnCoin[];
  /**
   * The names of the coins of each earlier transaction for these payments. At least one coin of each is spent again, so
   * that none of them can be mined as well.
   */
  readonly earlier: readonly (readonly string[])[];
  /** Canonical recipients, and amounts in smallest units. */
  readonly payments: readonly { readonly recipient: string; readonly amount: bigint }[];
  /** In smallest units for 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** The child that the change goes to. */
  readonly change: KeyChild;
}

export interface PreparedSpend {
  /** BIP-174, in base64. */
  readonly psbt: string;
  /** The names of the coins that it spends. */
  readonly inputs: readonly string[];
  /** In smallest units. */
  readonly fee: bigint;
  /** Which output the change is, and its amount in smallest units; null without change. */
  readonly change: { readonly output: number; readonly amount: bigint } | null;
}

/** Why there is none: too few coins, or all coins of an earlier transaction are gone. */
export type SpendFault = 'not_enough_coins' | 'earlier_coins_gone';
