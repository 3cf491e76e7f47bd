// The API's answers as this page reads them: the published types, by the names that fit a customer's view.
import type { AppCryptocurrency, Invoice, PublicApp, Transaction } from '../../../sdk/src/generated/api.ts';

export type { Cryptocurrency, Invoice, Network, Transaction } from '../../../sdk/src/generated/api.ts';

export type Order = Invoice['order'];
export type OrderItem = NonNullable<Order['items']>[number];

/** A way to pay that the merchant offers. */
export type Offer = AppCryptocurrency;
/** The merchant's app, as anybody may see it. */
export type Merchant = PublicApp;

/**
 * An invoice and the attempts to pay it, those that money was seen for first, newest first within each, at one moment.
 */
export interface Snapshot {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
  /** What came and waits for the merchant. Where the invoice was polled, as it was last told; so are the next two. */
  readonly waiting?: readonly WaitingPayment[];
  readonly claims?: readonly OpenClaim[];
  /** Seconds between two blocks, by network, where a payment gathers confirmations. */
  readonly block_seconds?: Readonly<Record<string, number>>;
}

/** A payment that may be this customer's, of which the merchant decides. */
export interface WaitingPayment {
  readonly id: string;
  /** As unmatched payments have it, such as 'wrong_asset'. */
  readonly reason: string;
  readonly created_at: string;
  /** null where it may be somebody else's, so that it is told to nobody. */
  readonly payment: {
    readonly amount: string;
    readonly cryptocurrency: string;
    /** Its name. */
    readonly network: string;
    readonly hash: string;
    readonly explorer_url: string | null;
  } | null;
}

/** A chain transaction that the customer named, and that no attempt of the invoice has. */
export interface OpenClaim {
  readonly transaction_id: string;
  readonly hash: string;
  /** Whether it has come, and waits for the merchant. */
  readonly seen: boolean;
  readonly explorer_url: string | null;
  readonly created_at: string;
}
