// Finds the invoice that a pull payment refunds, by the order number in its name.
import type { Queryable } from '../../../../io/db/database.ts';
import { leftToRefund } from '../../../evidence/refunds/acts/new-refund/value-to-refund.ts';
import type { Instance } from '../../../instance.ts';
import { listInvoicesByIds } from '../../../money/ledger/invoice-store.ts';
import { listShopInvoicesOf } from '../../shop-invoices/shop-invoice-store.ts';
import { orderWordsIn } from './order-in-name.ts';

export interface SoughtInvoice {
  readonly appId: string;
  readonly name: string;
  readonly currency: string;
  /** In minor units. */
  readonly amount: bigint;
}

export interface FoundInvoice {
  /** The number in the name, if the store has orders of exactly one such number. */
  readonly orderId: string | null;
  /** The only paid invoice of that order with so much left to refund. Null if there is none, or several. */
  readonly invoiceId: string | null;
}

export async function findRefundedInvoice(
  db: Queryable,
  instance: Pick<Instance, 'catalog'>,
  { appId, name, currency, amount }: SoughtInvoice,
): Promise<FoundInvoice> {
  const placed = await listShopInvoicesOf(db, { appId, dialect: 'greenfield' }, orderWordsIn(name));
  const [orderId = null, ...others] = new Set(placed.map((one) => one.orderId));
  if (orderId === null || others.length > 0) return { orderId: null, invoiceId: null };
  const invoices = await listInvoicesByIds(
    db,
    placed.map((one) => one.invoiceId),
  );
  const fitting: string[] = [];
  for (const invoice of invoices) {
    const isPaid = invoice.status === 'paid' && invoice.currency === currency;
    if (isPaid && (await leftToRefund(db, instance, invoice)) >= amount) fitting.push(invoice.id);
  }
  return { orderId, invoiceId: fitting.length === 1 ? (fitting[0] ?? null) : null };
}
