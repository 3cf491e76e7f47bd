// The API's objects as this page uses them: the published types, under names that fit a customer's view.
import type { AppCryptocurrency, Invoice, PublicApp, Transaction } from '../../../sdk/typescript/src/generated/api.ts';

export type { Cryptocurrency, Invoice, Network, Transaction } from '../../../sdk/typescript/src/generated/api.ts';

export type Order = Invoice['order'];
export type OrderItem = NonNullable<Order['items']>[number];

/** A way to pay that the merchant offers. */
export type Offer = AppCryptocurrency;
/** The merchant's app, in its public form. */
export type Merchant = PublicApp;

/**
 * An invoice and its attempts at one moment. Attempts with a seen payment come first, newest first within each group.
 */
export interface Snapshot {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
  /** Payments that wait for the merchant's decision. A polled invoice keeps those of the last event. */
  readonly waiting?: readonly WaitingPayment[];
  readonly claims?: readonly OpenClaim[] | undefined;
  /** The number of claims left out of `claims`. */
  readonly more_claims?: number;
  /** Seconds between two blocks, by network, while a payment is confirming. */
  readonly block_seconds?: Readonly<Record<string, number>>;
}

/** A payment that may be this customer's and waits for the merchant's decision. */
export interface WaitingPayment {
  readonly id: string;
  /** The reason, as in unmatched payments, such as 'wrong_asset'. */
  readonly reason: string;
  readonly created_at: string;
  /** Null if it may be another customer's; it is then shown to no customer. */
  readonly payment: {
    readonly amount: string;
    readonly cryptocurrency: string;
    /** The network's name. */
    readonly network: string;
    readonly hash: string;
    readonly explorer_url: string | null;
  } | null;
}

type Claim = NonNullable<Invoice['claims']>[number];
/**
 * A chain transaction that the customer named for any attempt of the invoice and that is not decided yet. A claim that
 * this page has just sent has only the first three members.
 */
export type OpenClaim = Pick<Claim, 'transaction_id' | 'hash' | 'network'> & Partial<Claim>;
