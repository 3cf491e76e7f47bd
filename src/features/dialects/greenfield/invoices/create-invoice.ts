// POST /stores/{storeId}/invoices: creates an invoice. The answer has the status 200.

import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { placeShopInvoice } from '../../shop-invoices/place-shop-invoice.ts';
import { objectIn } from '../../shop-invoices/shop-json.ts';
import { answered } from '../greenfield-wire.ts';
import { doorOf, storeOf } from '../stores/store-of-call.ts';
import { invoiceView } from './invoice-view.ts';
import { textsOf } from './metadata.ts';
import { type NewInvoice, readInvoice } from './read-invoice.ts';

export async function createInvoice(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const caller = storeOf(call);
  // Most shops name a currency, and need no further query.
  const { currency: named } = objectIn(call);
  const usual = typeof named === 'string' && named !== '' ? named : (await doorOf(instance, call)).currency;
  const wanted = readInvoice(call, usual);
  const { total, currency, expiresInSeconds, orderId, metadata, checkout } = wanted;
  const { invoice, shop } = await placeShopInvoice(instance, {
    ...{ caller, dialect: 'greenfield', total, currency, expiresInSeconds, text: textOf(wanted) },
    shop: () => ({ code: null, orderId, details: { metadata, checkout } }),
  });
  return answered(invoiceView(instance, invoice, shop));
}

function textOf({ metadata, orderId, checkout, redirectUrl }: NewInvoice) {
  const { customer, order, metadata: pairs } = textsOf(metadata, orderId);
  const { defaultLanguage: language } = checkout;
  const url = redirectUrl === null ? null : filledIn(redirectUrl, orderId);
  return {
    ...(url === null ? {} : { success_url: url, cancel_url: url }),
    customer,
    order,
    metadata: typeof language === 'string' ? { ...pairs, language } : pairs,
  };
}

/** BTCPay's placeholders `{InvoiceId}` and `{OrderId}`. Ours for the invoice is filled in with its id. */
function filledIn(url: string, orderId: string | null): string {
  return url.replaceAll('{InvoiceId}', '{invoice_id}').replaceAll('{OrderId}', encodeURIComponent(orderId ?? ''));
}
