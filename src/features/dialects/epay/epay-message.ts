// The notification that an EPay order is paid: to its server, and to the customer's browser on return.
import { dialectWords } from '../../../core/dialect/dialect-words.ts';
import type { WebhookOrder } from '../../events/webhooks/orders/order-store.ts';
import { type Fields, signatureOf } from '../shop-orders/field-signature.ts';

type Texts = [type: string, name: string, param: string];

/**
 * Returns the address with the signed fields of a paid order in its query. Empty fields are left out, because V2Board
 * signs them. Texts have no spaces around them, because Laravel removes those before a shop checks the signature.
 */
export function paidUrl(
  url: string,
  order: WebhookOrder,
  { pid, key }: { readonly pid: string; readonly key: string },
): string {
  const [type, name, param] = ['type', 'name', 'param'].map((field) => order.details[field]?.trim() ?? '') as Texts;
  const fields: Fields = {
    pid,
    trade_no: order.invoiceId,
    out_trade_no: order.orderNo,
    type,
    name,
    money: order.money,
    trade_status: dialectWords.epay.notification.values['invoice.paid'],
    param,
  };
  const signed = { ...fields, sign: signatureOf(fields, key), sign_type: 'MD5' };
  const target = new URL(url);
  for (const [field, value] of Object.entries(signed)) if (value !== '') target.searchParams.append(field, value);
  return target.href;
}
