// Compares a repeated order with the existing one.
import { isSameCustomer, isSameLines } from '../../../../core/order/compare-orders.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';

/**
 * The totals must be equal. The customer and the items must be equal or left out. Both orders must have the same
 * reference.
 */
export function isSameOrder(existing: Invoice, wanted: Invoice): boolean {
  return (
    existing.total === wanted.total &&
    existing.currency === wanted.currency &&
    isSameCustomer(existing.customer, wanted.customer) &&
    isSameLines(existing.order.items ?? [], wanted.order.items ?? [])
  );
}
