// Reads the fields of a new charge.
import { currencyOf } from '../../../../core/money/currency.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { isObject, objectIn, type ShopJson, type ShopObject } from '../../shop-invoices/shop-json.ts';
import { writtenDecimal } from '../../shop-invoices/written-decimal.ts';
import { readReturnUrl } from '../../shop-orders/order-urls.ts';
import { readShopMoney } from '../../shop-orders/shop-money.ts';

export interface WantedCharge {
  readonly name: string | null;
  readonly description: string | null;
  /** A decimal with no more decimals than the currency has. */
  readonly total: string;
  readonly currency: string;
  readonly metadata: ShopObject;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
}

const mostName = 200;
const mostDescription = 1_000;
const mostMetadata = 8_000;

/** Throws Problem naming the field. */
export function readCharge(call: Pick<DialectCall, 'body' | 'text'>): WantedCharge {
  const fields = objectIn(call);
  refuseOtherPricing(fields.pricing_type);
  const local = fields.local_price;
  if (!isObject(local)) throw fieldProblem('local_price', 'required', 'Must be an object with amount and currency.');
  const currency = currencyIn(local.currency);
  return {
    name: textIn(fields, 'name', mostName),
    description: textIn(fields, 'description', mostDescription),
    total: readShopMoney('local_price.amount', amountIn(call.text), currency),
    currency,
    metadata: metadataIn(fields.metadata),
    redirectUrl: urlIn(fields, 'redirect_url'),
    cancelUrl: urlIn(fields, 'cancel_url'),
  };
}

function refuseOtherPricing(type: ShopJson | undefined): void {
  if (type === undefined || type === null || type === '')
    throw fieldProblem('pricing_type', 'required', 'Must be fixed_price.');
  if (type === 'no_price')
    throw fieldProblem('pricing_type', 'unsupported', 'Charges without a price are not supported. Send fixed_price.');
  if (type !== 'fixed_price') throw fieldProblem('pricing_type', 'invalid_value', 'Must be fixed_price.');
}

function currencyIn(value: ShopJson | undefined): string {
  if (value === undefined || value === null || value === '')
    throw fieldProblem('local_price.currency', 'required', 'Must be an ISO 4217 currency, such as USD.');
  const found = typeof value === 'string' && value.length === 3 ? currencyOf(value.toUpperCase()) : null;
  if (found === null)
    throw fieldProblem('local_price.currency', 'unknown_currency', 'Must be an ISO 4217 currency, such as USD.');
  return found.code;
}

/** The amount as the shop wrote it. */
function amountIn(text: string): string {
  const amount = writtenDecimal(text, ['local_price', 'amount']) ?? '';
  if (amount === '') throw fieldProblem('local_price.amount', 'required', 'Must be a decimal such as "19.90".');
  return amount;
}

/** A longer text is cut: it only describes the order. */
function textIn(fields: ShopObject, field: string, most: number): string | null {
  const value = fields[field];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw fieldProblem(field, 'invalid_type', 'Must be a text.');
  return value.slice(0, most).toWellFormed();
}

function metadataIn(value: ShopJson | undefined): ShopObject {
  // PHP writes an empty object as an empty list.
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return {};
  if (!isObject(value)) throw fieldProblem('metadata', 'invalid_type', 'Must be an object.');
  if (JSON.stringify(value).length > mostMetadata)
    throw fieldProblem('metadata', 'too_long', `Must have at most ${mostMetadata} characters as JSON.`);
  return value;
}

function urlIn(fields: ShopObject, field: string): string | null {
  const value = fields[field] ?? '';
  if (typeof value !== 'string') throw fieldProblem(field, 'invalid_type', 'Must be a text.');
  return readReturnUrl(field, value);
}
