// Whether an order that is created again is the one that is there already.
import { isSameCustomer, isSameLines } from '../../../../core/order/compare-orders.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';

/** The same total, and customer and items either the same or left out. Both orders bear the same reference. */
export function isSameOrder(existing: Invoice, wanted: Invoice): boolean {
  return (
    existing.total === wanted.total &&
    existing.currency === wanted.currency &&
    isSameCustomer(existing.customer, wanted.customer) &&
    isSameLines(existing.order.items ?? [], wanted.order.items ?? [])
  );
}
