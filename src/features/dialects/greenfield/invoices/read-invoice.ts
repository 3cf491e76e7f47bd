// Reads the body of a new invoice.
import { currencyOf } from '../../../../core/money/currency.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { DialectRequest } from '../../../../io/http/dialects/dialect.ts';
import { objectIn, type ShopObject } from '../../shop-invoices/shop-json.ts';
import { writtenDecimal } from '../../shop-invoices/written-decimal.ts';
import { readReturnUrl } from '../../shop-orders/order-urls.ts';
import { readShopMoney } from '../../shop-orders/shop-money.ts';
import { objectAt, textAt } from '../greenfield-wire.ts';
import { orderIdIn } from './metadata.ts';

export interface NewInvoice {
  readonly total: string;
  /** In upper case. */
  readonly currency: string;
  readonly metadata: ShopObject;
  readonly orderId: string | null;
  /** As the shop sent it. */
  readonly checkout: ShopObject;
  /** Where the customer goes after paying, with BTCPay's placeholders. */
  readonly redirectUrl: string | null;
  readonly expiresInSeconds: number | undefined;
}

const fewestMinutes = 5;
const mostMinutes = 129_600;

/** `defaultCurrency`: of the store. Throws Problem naming the path of the first invalid member. */
export function readInvoice(request: Pick<DialectRequest, 'body' | 'text'>, defaultCurrency: string): NewInvoice {
  const body = objectIn(request);
  const currency = (textAt(body, 'currency') ?? defaultCurrency).toUpperCase();
  if (currencyOf(currency) === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  const amount = writtenDecimal(request.text, ['amount']);
  if (amount === null) throw fieldProblem('amount', 'required', 'An invoice needs an amount.');
  const metadata = objectAt(body, 'metadata');
  const checkout = objectAt(body, 'checkout');
  return {
    total: readShopMoney('amount', amount, currency),
    currency,
    metadata,
    orderId: orderIdIn(metadata),
    checkout,
    redirectUrl: readReturnUrl('checkout.redirectURL', textAt(checkout, 'redirectURL', 'checkout.redirectURL') ?? ''),
    expiresInSeconds: readMinutes(checkout.expirationMinutes),
  };
}

/** Returns seconds; undefined for the default. */
function readMinutes(minutes: ShopObject[string] | undefined): number | undefined {
  if (minutes === undefined || minutes === null) return undefined;
  if (typeof minutes === 'number' && minutes >= fewestMinutes && minutes <= mostMinutes)
    return Math.floor(minutes * 60);
  const message = `Must be a number from ${fewestMinutes} to ${mostMinutes}.`;
  throw fieldProblem('checkout.expirationMinutes', 'out_of_range', message);
}
