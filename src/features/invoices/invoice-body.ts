// The fields of an invoice as a merchant writes them in a request.
import type { Static } from 'typebox';
import { type Currency, currencyOf } from '../../core/money/currency.ts';
import { fieldProblem } from '../../core/problem.ts';
import { currencyInBody, decimal, nullable } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { type InvoiceText, readMoney } from './invoice-text.ts';

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ minLength: 1, maxLength })));
const url = Type.Optional(nullable(Type.String({ format: 'uri', maxLength: 2000 })));

export const OrderBody = Type.Object(
  {
    reference: text(255),
    description: text(2000),
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 255, examples: ['Coffee, 250 g'] }),
            quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
            price: decimal,
            image: Type.Optional(nullable(Type.String({ format: 'uri', maxLength: 1000 }))),
          },
          { additionalProperties: false },
        ),
        { maxItems: 100 },
      ),
    ),
    discount: Type.Optional(nullable(decimal)),
    tax: Type.Optional(nullable(decimal)),
    shipping: Type.Optional(nullable(decimal)),
  },
  { additionalProperties: false },
);

/** Who pays, as the shop knows them. */
export const CustomerBody = Type.Object(
  { email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))), name: text(255) },
  { additionalProperties: false },
);

/** Not a Type.Record: its pattern for keys lets a line break, and any value with it, pass unseen. */
export const MetadataBody = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
  additionalProperties: { type: 'string', maxLength: 2000 },
  maxProperties: 50,
  description: 'Up to 50 pairs of text, 8 KiB in all. `language` (`pt-BR`) is that of page and receipt.',
});

export const invoiceFields = {
  total: decimal,
  currency: currencyInBody,
  order: Type.Optional(OrderBody),
  customer: Type.Optional(CustomerBody),
  success_url: url,
  cancel_url: url,
  metadata: Type.Optional(MetadataBody),
};

const InvoiceFields = Type.Partial(Type.Object(invoiceFields));

/** Most that an invoice may be for: 15 digits before the point, far above any order and far below any overflow. */
const maxTotalDigits = 15;

/** Reads total and currency. Throws Problem naming each field at fault. */
export function readTotal(total: string, code: string): { total: bigint; currency: Currency } {
  const currency = currencyOf(code);
  if (currency === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  const minor = readMoney('total', total, currency);
  if (minor === 0n) throw fieldProblem('total', 'out_of_range', 'Must be more than zero.');
  if (minor.toString().length > maxTotalDigits + currency.decimals) {
    throw fieldProblem('total', 'out_of_range', `Must have at most ${maxTotalDigits} digits before the point.`);
  }
  return { total: minor, currency };
}

/** What the fields say beside the total; what is not in the request stays out. */
export function readText(body: Static<typeof InvoiceFields>): InvoiceText {
  const { order, customer, metadata, success_url: successUrl, cancel_url: cancelUrl } = body;
  return { order, customer, successUrl, cancelUrl, metadata };
}
