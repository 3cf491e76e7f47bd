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
  /** Payments that wait for the merchant. A polled invoice keeps those of the last event. */
  readonly waiting?: readonly WaitingPayment[];
  readonly claims?: readonly OpenClaim[] | undefined;
  /** How many claims are left out of `claims`. */
  readonly more_claims?: number;
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

type Claim = NonNullable<Invoice['claims']>[number];
/**
 * A chain transaction that the customer named for any attempt of the invoice, and that is not decided yet. A claim that
 * this page has just sent has only the first three members.
 */
export type OpenClaim = Pick<Claim, 'transaction_id' | 'hash' | 'network'> & Partial<Claim>;
