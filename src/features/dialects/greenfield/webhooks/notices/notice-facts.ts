// Reads the records behind deliveries: the invoice, the shop's own fields of it, and the payment.

import type { Instance } from '../../../../instance.ts';
import { type Invoice, listInvoicesByIds } from '../../../../money/ledger/invoice-store.ts';
import { findTransactions, type Transaction } from '../../../../money/ledger/transaction-store.ts';
import { listShopInvoices, type ShopInvoice } from '../../../shop-invoices/shop-invoice-store.ts';
import type { ShopObject } from '../../../shop-invoices/shop-json.ts';
import { metadataOf } from '../../invoices/metadata.ts';

/** The part of a delivery that its messages depend on. */
export interface NoticeSource {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly appId: string;
  readonly eventId: string;
  readonly type: string;
  readonly invoiceId: string | null;
  readonly eventAt: Date;
  /** The object of the event. */
  readonly data: object;
  readonly isRepeated: boolean;
  /** The notifications that the shop chose; null for all. */
  readonly shopEvents: readonly string[] | null;
}

export interface NoticeFacts {
  readonly invoice: Invoice;
  readonly metadata: ShopObject;
  /** Null for an event of the invoice as a whole. */
  readonly payment: Transaction | null;
}

/**
 * Returns the facts of each source in their order. Null if the invoice or the payment was changed outside the service,
 * and for a source without an invoice.
 */
export async function readFacts(
  { db }: Pick<Instance, 'db'>,
  sources: readonly NoticeSource[],
): Promise<(NoticeFacts | null)[]> {
  const invoiceIds = [...new Set(sources.flatMap(({ invoiceId }) => invoiceId ?? []))];
  const transactionIds = sources.flatMap((source) => transactionIn(source) ?? []);
  const [invoices, ofShop, payments] = await Promise.all([
    listInvoicesByIds(db, invoiceIds),
    listShopInvoices(db, 'greenfield', invoiceIds),
    findTransactions(db, [...new Set(transactionIds)]),
  ]);
  const invoicesById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const paymentsById = new Map(payments.map((payment) => [payment.id, payment]));
  return sources.map((source) => {
    const invoice = invoicesById.get(source.invoiceId ?? '');
    const transactionId = transactionIn(source);
    const payment = transactionId === null ? null : paymentsById.get(transactionId);
    if (invoice === undefined || payment === undefined) return null;
    return { invoice, metadata: shownMetadata(ofShop.get(invoice.id) ?? null), payment };
  });
}

function transactionIn({ type, data }: NoticeSource): string | null {
  return type.startsWith('transaction.') ? (data as { readonly id: string }).id : null;
}

/** As the shop sent it. An order number that it named elsewhere is added. */
function shownMetadata(shop: ShopInvoice | null): ShopObject {
  const sent = metadataOf(shop);
  return shop === null || shop.orderId === null ? sent : { orderId: shop.orderId, ...sent };
}
