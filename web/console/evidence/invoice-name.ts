// The display name of an invoice: its order's reference, otherwise its item or customer, otherwise the start of its id.
import type { Invoice } from '../../../sdk/typescript/src/generated/api.ts';
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

/** The small text next to the name: details that the name does not contain. */
export function invoiceAbout({ order, customer }: Named): string | null {
  const name = order.reference ?? order.description ?? customer?.name ?? customer?.email;
  return [order.description, customer?.name, customer?.email].find((one) => one != null && one !== name) ?? null;
}
