// Makes the invoice of an order that a shop placed in another dialect, once for each number.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { findOrder, insertOrder, type WebhookOrder } from '../../events/webhooks/orders/order-store.ts';
import type { Instance } from '../../instance.ts';
import { chainClockLead } from '../../known/networks/status-store.ts';
import { type MakeInvoiceParams, makeInvoice } from '../../money/invoices/acts/make-invoice.ts';
import { readTotal } from '../../money/invoices/invoice-body.ts';
import { findInvoice, type Invoice } from '../../money/ledger/invoice-store.ts';
import { ownLiveApp } from '../../people/apps/own-app.ts';
import type { SigningDoor } from './signing-door.ts';

export interface WantedOrder extends Pick<WebhookOrder, 'orderNo' | 'money' | 'notifyUrl' | 'returnUrl' | 'details'> {
  readonly door: SigningDoor;
  readonly caller: Caller;
  /** `money` with no more decimals than the door's currency has. */
  readonly total: string;
  /** The name of the goods, for the customer; null for none. */
  readonly name: string | null;
  /** Where the customer goes after paying. `{invoice_id}` is filled in. Null for nowhere. */
  readonly successUrl: string | null;
}

export interface PlacedOrder {
  readonly order: WebhookOrder;
  readonly invoice: Invoice;
  readonly isNew: boolean;
}

/**
 * The same number with the same amount returns the same order. Throws Problem: reference_in_use for another amount,
 * app_archived, or one that names `total`.
 */
export async function placeOrder(instance: Instance, wanted: WantedOrder): Promise<PlacedOrder> {
  const { door, orderNo, caller } = wanted;
  const { total } = readTotal(wanted.total, door.currency);
  // Read in parallel: each round trip to the database costs more than its statement.
  const [existing, app, clockLeadMillis] = await Promise.all([
    findPlaced(instance, wanted, total),
    ownLiveApp(instance.db, door.appId, caller),
    chainClockLead(instance.db, door.appId, instance.clock.now()),
  ]);
  if (existing !== null) return existing;
  try {
    return await place(instance, wanted, { app, clockLeadMillis });
  } catch (error) {
    if (!(error instanceof OrderTaken)) throw error;
    // A concurrent request with the same number committed first.
    const placed = await findPlaced(instance, wanted, total);
    if (placed === null) throw new Error(`order ${orderNo} is taken and missing`);
    return placed;
  }
}

class OrderTaken extends Error {}

async function findPlaced(
  { db }: Pick<Instance, 'db'>,
  { door: { webhookId }, orderNo }: WantedOrder,
  total: bigint,
): Promise<PlacedOrder | null> {
  const order = await findOrder(db, { webhookId, orderNo });
  const invoice = order === null ? null : await findInvoice(db, order.invoiceId);
  if (order === null || invoice === null) return null;
  if (invoice.total !== total)
    throw new Problem('reference_in_use', { detail: `The order ${orderNo} exists with another amount.` });
  return { order, invoice, isNew: false };
}

async function place(
  instance: Instance,
  wanted: WantedOrder,
  { app, clockLeadMillis }: Pick<MakeInvoiceParams, 'app' | 'clockLeadMillis'>,
): Promise<PlacedOrder> {
  const { door, caller: _, name, successUrl, total, ...given } = wanted;
  const text = {
    ...(name === null ? {} : { order: { description: name } }),
    ...(successUrl === null ? {} : { success_url: successUrl }),
    ...(given.returnUrl === null ? {} : { cancel_url: given.returnUrl }),
    metadata: { order_no: given.orderNo },
  };
  const params = { app, ...readTotal(total, door.currency), text, clockLeadMillis };
  return instance.db.atomically(async (trx) => {
    const { invoice } = await makeInvoice(trx, instance, params);
    const ids = { webhookId: door.webhookId, invoiceId: invoice.id, appId: app.id, createdAt: invoice.createdAt };
    const order = await insertOrder(trx, { ...given, ...ids });
    if (order === null) throw new OrderTaken();
    return { order, invoice, isNew: true };
  });
}
