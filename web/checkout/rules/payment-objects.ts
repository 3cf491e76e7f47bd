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
}
