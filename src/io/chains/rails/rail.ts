// The port of a rail without blocks, such as Lightning or a custodian's book: it makes places, and reports payments.
import type { Transfer } from '../../../core/payment/transfer.ts';
import type { NetworkFacts, PaymentRail, ReaderLog } from '../chain.ts';
import type { Codec, WalletCodec } from '../codec.ts';

/** A place for one attempt to pay, such as an invoice of Lightning's. */
export interface PlaceAsked {
  /** The merchant's own, canonical: its payments arrive there. */
  readonly account: string;
  /** '' for the native coin. */
  readonly contract: string;
  /** To be paid, in smallest units. */
  readonly amount: bigint;
  /** From then on the place need not be payable. */
  readonly expiresAt: Date;
  /** Names the attempt in the records of the rail. Unique. */
  readonly reference: string;
}

/** A payment that is settled, and never taken back. */
export interface SettledPayment {
  /**
   * `txHash` names it on the rail, in the form that `readTransactionHash` returns. `recipient` is the place that was
   * paid, or an account. `sender` is null: nobody signs as a sender.
   */
  readonly transfer: Transfer;
  /** Proof of the payment, such as a preimage; the number of its entry where the rail has no better one. Not empty. */
  readonly proof: string;
  /** By the clock of the rail. */
  readonly settledAt: Date;
}

/** Payments in the order in which they were settled, none left out. */
export interface FeedReport {
  readonly payments: readonly SettledPayment[];
  /** After the last of them, as the rail names it. The mark that was given, where there is nothing new. */
  readonly mark: string | null;
  /** Whether more was settled already. Without more, the report has all that was settled when the rail was asked. */
  readonly isMore: boolean;
}

export interface BlocklessRail extends PaymentRail {
  /**
   * Makes a place that is given out once, and returns it in canonical form. Asked for each attempt before its quote is
   * answered. A place that comes too late, or that is asked for again, is shown to nobody. Throws ChainFault.
   */
  makePlace(asked: PlaceAsked, signal: AbortSignal): Promise<string>;
  /**
   * The payments after this mark; from the first one on where it is null. Only the mark of a stored report is given, so
   * the rail may be asked for the same payments again. Throws ChainFault, also when `signal` aborts.
   */
  settledSince(mark: string | null, signal: AbortSignal): Promise<FeedReport>;
}

/** Opens no socket before the rail is asked. */
export type OpenRail = (network: NetworkFacts, log: ReaderLog) => BlocklessRail;

/** A family of networks without blocks. `isBlockless` of its codec is set, and `deriveAddress` is never called. */
export interface RailFamily {
  readonly codec: Codec;
  readonly wallets: WalletCodec;
  readonly open: OpenRail;
}
