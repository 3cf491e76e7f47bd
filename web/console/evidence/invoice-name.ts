// What people call an invoice: its order's reference, else what it is for or whom, else a few letters of its id.
import type { Invoice } from '../../../sdk/src/generated/api.ts';
import { words } from '../words/words.ts';

type Named = Pick<Invoice, 'id' | 'order' | 'customer'>;

export function invoiceName({ id, order, customer }: Named): string {
  return (
    order.reference ??
    order.description ??
    customer?.name ??
    customer?.email ??
    words.common.invoiceNumber({ id: id.slice(0, 8) })
  );
}

/** What stands small beside the name: what the name does not say already. */
export function invoiceAbout({ order, customer }: Named): string | null {
  const name = order.reference ?? order.description ?? customer?.name ?? customer?.email;
  return [order.description, customer?.name, customer?.email].find((one) => one != null && one !== name) ?? null;
}
