// The fields of an invoice in a merchant's request.

import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { type Currency, currencyOf } from '../../../core/money/currency.ts';
import { mostQuantity } from '../../../core/order/order-lines.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { currencyInBody, decimal, nullable } from '../../../io/http/schemas.ts';
import { caption, oneOfTypes, Type } from '../../../io/schema.ts';
import { readMoney } from './order-text/read-money.ts';

/** These captions differ only in their limits. Sharing one schema makes the API document describe them once. */
export const CaptionBody = caption({
  description: 'Descriptive text. It is cut at 255 characters, a description at 2,000, an e-mail address at 254.',
});

export const ReturnAddressBody = caption({
  description: [
    'A web address, or a link of an app (`myapp://`), of up to 2,000 characters. `{invoice_id}` and `{reference}` are',
    'filled in. An unusable address is left out.',
  ].join(' '),
  examples: ['https://shop.example/thanks'],
});

const text = Type.Optional(CaptionBody);

const signedDecimal = Type.String({
  pattern: '^-?(0|[1-9][0-9]{0,77})(\\.[0-9]{1,30})?$',
  maxLength: 110,
  examples: ['12.50'],
  description: 'The price of one. Below zero for a coupon. It may have more digits than the currency.',
});

const quantity = oneOfTypes<number | string>(['number', 'string'], {
  minimum: -mostQuantity,
  maximum: mostQuantity,
  examples: [1],
  pattern: '^-?(0|[1-9][0-9]{0,6})(\\.[0-9]{1,30})?$',
  maxLength: 40,
  description: 'A number or a decimal string, rounded to three decimals. Not 0.',
});

const Item = Type.Object(
  {
    name: text,
    quantity,
    price: signedDecimal,
    image: text,
  },
  { additionalProperties: false },
);

/** Null has the same meaning as leaving the field out. */
export const OrderBody = nullable(
  Type.Object(
    {
      reference: Type.Optional(
        oneOfTypes<string | number | null>(['string', 'number', 'null'], {
          maxLength: 255,
          examples: ['order-1042'],
        }),
      ),
      description: text,
      items: Type.Optional(
        nullable(
          Type.Array(Item, {
            description: [
              'If there are more than 100, the rest becomes one line with its sum. Less discount, plus tax and',
              'shipping, the lines must add up to the total. A line `rounding` covers up to one minor unit per line.',
            ].join(' '),
          }),
        ),
      ),
      discount: Type.Optional(nullable(decimal)),
      tax: Type.Optional(nullable(decimal)),
      shipping: Type.Optional(nullable(decimal)),
    },
    { additionalProperties: false },
  ),
);

/** The customer as known to the shop. Values that are no object, such as an empty list from PHP, name no customer. */
export const CustomerBody = caption({
  properties: { email: CaptionBody, name: CaptionBody },
  additionalProperties: false,
  examples: [{ email: 'ada@shop.example', name: 'Ada' }],
});

export const MetadataBody = caption({
  description:
    'Up to 50 pairs of text, 8 KiB in all; more is cut or left out. `language` (`pt-BR`) applies to page and receipt.',
  additionalProperties: true,
  examples: [{ basket: '1042' }],
});

export const invoiceFields = fieldsOf('invoice', {
  total: decimal,
  currency: currencyInBody,
  order: Type.Optional(OrderBody),
  customer: Type.Optional(CustomerBody),
  success_url: Type.Optional(ReturnAddressBody),
  cancel_url: Type.Optional(ReturnAddressBody),
  metadata: Type.Optional(MetadataBody),
});

/** The largest total has 15 digits before the decimal point. This is far above any order and far below any overflow. */
const maxTotalDigits = 15;

/** Reads the total and the currency code, in upper or lower case. Throws Problem naming each invalid field. */
export function readTotal(total: string, code: string): { total: bigint; currency: Currency } {
  const currency = currencyOf(code.toUpperCase());
  if (currency === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  const minor = readMoney('total', total, currency);
  if (minor === 0n) throw fieldProblem('total', 'out_of_range', 'Must be more than zero.');
  if (minor.toString().length > maxTotalDigits + currency.decimals) {
    throw fieldProblem('total', 'out_of_range', `Must have at most ${maxTotalDigits} digits before the point.`);
  }
  return { total: minor, currency };
}
