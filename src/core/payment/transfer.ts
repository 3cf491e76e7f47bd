// A transfer: value seen moving on a chain, matched or not.

/**
 * What a chain family reports. Amounts in the asset's smallest units; addresses and hashes in the family's canonical
 * text.
 */
export interface Transfer {
  readonly txHash: string;
  /**
   * Where in the chain transaction the value moves; the same in whichever block it is mined.
   * EVM and TRON: 'native', or 'trace:<n>' for the n-th value that moves within its calls, or '<contract>:<n>' for the
   * n-th Transfer event of that contract in it; 'balance:<recipient>' for all that its calls moved there, where only
   * balances tell. UTXO: 'out:<n>'.
   */
  readonly position: string;
  /** The token's contract, or '' for the native coin. */
  readonly contract: string;
  readonly sender: string | null;
  readonly recipient: string;
  readonly amount: bigint;
  /** False when the chain transaction is mined but failed, so that nothing moved. */
  readonly succeeded: boolean;
  /** Why it must not be credited by itself; absent for all the usual ones. */
  readonly held?: HeldReason;
  /**
   * UTXO: what its chain transaction consumes, '<txid>:<n>' each, so that what replaces it is known for the same money.
   */
  readonly spends?: readonly string[];
  /** How many chain transactions its sender has sent, where the chain tells: a wallet of many people has sent many. */
  readonly senderTransactions?: bigint;
  /** The confirmations below which the chain itself does not let it be spent (coinbase outputs); 1 where absent. */
  readonly maturity?: number;
}

/**
 * What came without having been sent by a call, or without proof of one, or in less than was said: a person decides
 * what it pays.
 */
export type HeldReason = 'selfdestruct' | 'unproved_call' | 'short_delivery';

/** A block as the cursor sees it. time in Unix seconds. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
}

/**
 * Where a transfer was recorded: in a block (its number and hash), or, with `number` null, by a rail without blocks.
 * Then `hash` is the proof of the payment. time in Unix seconds: of the block, or of the settlement.
 */
export interface TransferPlace {
  readonly number: number | null;
  readonly hash: string;
  readonly time: number;
}

/** That a chain transaction consumes an output, '<txid>:<n>'. */
export interface Spend {
  readonly outpoint: string;
  readonly txHash: string;
}

/** A block whose transfers to watched addresses are all here. */
export interface ScannedBlock {
  readonly header: BlockHeader;
  readonly transfers: readonly Transfer[];
  /**
   * Whether they were recomputed from what the block's hash commits to; absent where that was not, or cannot be, told.
   */
  readonly isProved?: boolean;
  /** UTXO: the chain transactions in it that spend watched outputs; absent where none does. */
  readonly spends?: readonly Spend[];
}

/** A transfer that is to be recorded: with an id of its own, the asset that moves, and the place that it has. */
export interface NewTransfer<Place extends TransferPlace = BlockHeader> {
  readonly id: string;
  readonly transfer: Transfer;
  readonly assetId: string;
  readonly header: Place;
}

/** Where value stands that calls moved to an address, where only balances tell of it. */
export function balancePosition(recipient: string): string {
  return `balance:${recipient}`;
}

/** In which of its two forms value is told that moved within calls; null for every other transfer. */
export function internalForm({ position }: Pick<Transfer, 'position'>): 'trace' | 'balance' | null {
  if (position.startsWith('balance:')) return 'balance';
  return position.startsWith('trace:') ? 'trace' : null;
}
