// Notifications about the orders of a door. A shop is notified that an order is paid only while its invoice is paid: a
// retry after a reversal would release goods for nothing.
import { isStillTrue, orderSituation } from '../../../core/dialect/order-situation.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Claim } from '../../events/deliveries/claim-store.ts';
import type { DeliveryForm } from '../../events/deliveries/delivery-form.ts';
import type { Message, Prepared } from '../../events/deliveries/message.ts';
import { listOrdersOf, type WebhookOrder } from '../../events/webhooks/orders/order-store.ts';
import { listInvoicesByIds } from '../../money/ledger/invoice-store.ts';

/** Returns how to write the messages of these orders. It may read what they show. */
export type ReadOrders = (orders: readonly WebhookOrder[]) => Promise<(order: WebhookOrder) => Message | null>;

export function orderForm(db: Queryable, read: ReadOrders): DeliveryForm {
  return {
    async prepare(claims) {
      const orders = await ordersOf(db, claims);
      const present = orders.filter((order) => order !== null);
      const invoices = await listInvoicesByIds(
        db,
        present.map(({ invoiceId }) => invoiceId),
      );
      const situations = new Map(invoices.map((invoice) => [invoice.id, orderSituation(invoice)]));
      const write = await read(present);
      return claims.map(({ type }, index): Prepared | null => {
        const order = orders[index] ?? null;
        const situation = order === null ? undefined : situations.get(order.invoiceId);
        if (order === null || situation === undefined) return null;
        return isStillTrue(type, situation) ? write(order) : { outdated };
      });
    },
  };
}

const outdated = 'The invoice is no longer paid. Nothing was sent.';

async function ordersOf(db: Queryable, claims: readonly Claim[]): Promise<(WebhookOrder | null)[]> {
  const named = claims.flatMap(({ webhookId, invoiceId }) => (invoiceId === null ? [] : [{ webhookId, invoiceId }]));
  const orders = new Map((await listOrdersOf(db, named)).map((order) => [keyOf(order), order]));
  return claims.map((claim) => orders.get(keyOf(claim)) ?? null);
}

function keyOf({ webhookId, invoiceId }: { readonly webhookId: string; readonly invoiceId: string | null }): string {
  return `${webhookId} ${invoiceId}`;
}

/** A shop answers with this word, in any case, once it has received a notification. */
export function refusalWithout(word: string): Message['refusal'] {
  return ({ bodyExcerpt }) =>
    bodyExcerpt.trim().toLowerCase() === word ? null : `The shop answered without the word ${word}.`;
}
