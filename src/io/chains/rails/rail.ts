// The interface of a rail without blocks, such as Lightning or a custodian's book: it makes places, and reports
// payments.
import type { Transfer } from '../../../core/payment/transfer.ts';
import type { NetworkFacts, PaymentRail, ReaderLog } from '../chain.ts';
import type { Codec, WalletCodec } from '../codec.ts';

/** A request for a place of one attempt to pay, such as a Lightning invoice. */
export interface PlaceAsked {
  /** The merchant's account at the rail, in canonical form. Payments arrive there. */
  readonly account: string;
  /** '' for the native coin. */
  readonly contract: string;
  /** The amount to pay, in smallest units. */
  readonly amount: bigint;
  /** The place need not be payable from then on. */
  readonly expiresAt: Date;
  /** The attempt's name in the records of the rail. Unique. */
  readonly reference: string;
}

/** A settled payment, which the rail never takes back. */
export interface SettledPayment {
  /**
   * `txHash` is the payment's id on the rail, in the form that `readTransactionHash` returns. `recipient` is the paid
   * place, or an account. `sender` is null, since payments are not signed by a sender.
   */
  readonly transfer: Transfer;
  /** Proof of the payment, such as a preimage; the number of its entry if the rail has no better one. Not empty. */
  readonly proof: string;
  /** By the clock of the rail. */
  readonly settledAt: Date;
}

/** Payments in the order of their settlement, with none left out. */
export interface FeedReport {
  readonly payments: readonly SettledPayment[];
  /** The rail's mark after the last of them. If there are none, the mark of the request. */
  readonly mark: string | null;
  /**
   * Whether more payments are settled already. If not, the report has every payment that was settled at the request.
   */
  readonly isMore: boolean;
}

export interface BlocklessRail extends PaymentRail {
  /**
   * Makes a place that is used once, and returns it in canonical form. Called for each attempt before its quote is
   * returned. A place that arrives too late is never shown to a customer. Throws ChainFault.
   */
  makePlace(asked: PlaceAsked, signal: AbortSignal): Promise<string>;
  /**
   * The payments after this mark; null: from the first one on. The mark is always that of a stored report, so the same
   * payments may be requested again. Throws ChainFault, also when `signal` aborts.
   */
  settledSince(mark: string | null, signal: AbortSignal): Promise<FeedReport>;
}

/** Opens no socket before the first request. */
export type OpenRail = (network: NetworkFacts, log: ReaderLog) => BlocklessRail;

/** A family of networks without blocks. Its codec sets `isBlockless`, and `deriveAddress` is never called. */
export interface RailFamily {
  readonly codec: Codec;
  readonly wallets: WalletCodec;
  readonly open: OpenRail;
}
