// A transfer: value that moved on a chain, matched or not.

/**
 * A transfer as a chain family reports it. Amounts in the asset's smallest units; addresses and hashes in the family's
 * canonical text.
 */
export interface Transfer {
  readonly txHash: string;
  /**
   * The position of the value in the chain transaction, the same in every block that may include it. EVM and TRON:
   * 'native', or 'trace:<n>' for the n-th internal transfer, or '<contract>:<n>' for the n-th Transfer event of that
   * contract. 'balance:<recipient>' is the sum of internal transfers to a recipient, if only balances show it. UTXO:
   * 'out:<n>'.
   */
  readonly position: string;
  /** The token's contract, or '' for the native coin. */
  readonly contract: string;
  readonly sender: string | null;
  readonly recipient: string;
  readonly amount: bigint;
  /** False if the chain transaction was mined but failed, so that nothing moved. */
  readonly succeeded: boolean;
  /** Why it must not be credited automatically; absent for most transfers. */
  readonly held?: HeldReason;
  /**
   * UTXO: the outputs that its chain transaction spends, '<txid>:<n>' each. They identify a replacement as the same
   * money.
   */
  readonly spends?: readonly string[];
  /** How many chain transactions its sender has sent, if the chain counts them. A shared wallet has sent many. */
  readonly senderTransactions?: bigint;
  /** The confirmations below which the chain does not let it be spent (coinbase outputs); absent means 1. */
  readonly maturity?: number;
}

/**
 * Value that no call sent, that has no proof of a call, or that is less than its event says. A person decides its use.
 */
export type HeldReason = 'selfdestruct' | 'unproved_call' | 'short_delivery';

/** A block as the cursor stores it. time in Unix seconds. */
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

/** A block with all its transfers to watched addresses. */
export interface ScannedBlock {
  readonly header: BlockHeader;
  readonly transfers: readonly Transfer[];
  /** Whether they were recomputed from data that the block's hash commits to; absent if not, or not possible. */
  readonly isProved?: boolean;
  /** UTXO: its chain transactions that spend watched outputs; absent if there are none. */
  readonly spends?: readonly Spend[];
}

/** A transfer that is to be recorded: with an id of its own, the asset that moves, and the place that it has. */
export interface NewTransfer<Place extends TransferPlace = BlockHeader> {
  readonly id: string;
  readonly transfer: Transfer;
  readonly assetId: string;
  readonly header: Place;
}

/** The block of simulated transfers. It has no transfers on any chain. */
export const simulatedBlock = 0;

/** The position of value that calls moved to an address, if only balances show it. */
export function balancePosition(recipient: string): string {
  return `balance:${recipient}`;
}

/** The form in which an internal transfer is reported; null for every other transfer. */
export function internalForm({ position }: Pick<Transfer, 'position'>): 'trace' | 'balance' | null {
  if (position.startsWith('balance:')) return 'balance';
  return position.startsWith('trace:') ? 'trace' : null;
}
