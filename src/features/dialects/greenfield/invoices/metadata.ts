// The metadata of an invoice: any JSON object of the shop, in which some members have a meaning.
import { fieldProblem } from '../../../../core/problem.ts';
import type { ShopInvoice } from '../../shop-invoices/shop-invoice-store.ts';
import type { ShopObject } from '../../shop-invoices/shop-json.ts';

const mostOrderId = 255;

/** Returns the shop's order number; null if there is none. Throws Problem naming `metadata.orderId`. */
export function orderIdIn({ orderId }: ShopObject): string | null {
  if (orderId === undefined || orderId === null || orderId === '') return null;
  const text = typeof orderId === 'number' ? String(orderId) : orderId;
  if (typeof text === 'string' && text.length <= mostOrderId) return text;
  throw fieldProblem('metadata.orderId', 'invalid_length', `Must be a text of at most ${mostOrderId} characters.`);
}

/** The metadata as the shop sent it; empty for an invoice that was made elsewhere. */
export function metadataOf(shop: Pick<ShopInvoice, 'details'> | null): ShopObject {
  return partOf(shop, 'metadata');
}

/** The checkout options as the shop sent them. */
export function checkoutOf(shop: Pick<ShopInvoice, 'details'> | null): ShopObject {
  return partOf(shop, 'checkout');
}

function partOf(shop: Pick<ShopInvoice, 'details'> | null, name: 'metadata' | 'checkout'): ShopObject {
  const part = shop?.details[name];
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as ShopObject) : {};
}

/** The texts for the checkout, the receipts and the console. */
export function textsOf(metadata: ShopObject, orderId: string | null) {
  const { buyerEmail: email, buyerName: name, itemDesc: description } = metadata;
  return {
    customer: { ...ifText('email', email), ...ifText('name', name) },
    order: ifText('description', description),
    metadata: orderId === null ? {} : { order_id: orderId },
  };
}

function ifText<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as Record<Name, string>) : {};
}
