// The fields of an invoice that a merchant writes, and the checks that a schema cannot make.

import { type Currency, currencyOf, parseFiat } from '../../core/money/currency.ts';
import { type FieldError, Problem } from '../../core/problem.ts';
import { decimal, isWebUrl, nullable } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import type { Order } from '../ledger/invoice-store.ts';

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ minLength: 1, maxLength })));
const url = Type.Optional(nullable(Type.String({ format: 'uri', maxLength: 2000 })));

const OrderBody = Type.Object(
  {
    reference: text(255),
    description: text(2000),
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 255 }),
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

export const invoiceFields = {
  total: decimal,
  currency: Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, description: 'ISO 4217 code, upper case.' }),
  order: Type.Optional(OrderBody),
  customer: Type.Optional(
    Type.Object(
      { email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 254 }))), name: text(255) },
      { additionalProperties: false },
    ),
  ),
  success_url: url,
  cancel_url: url,
  metadata: Type.Optional(
    // Not a Type.Record: its pattern for keys lets a line break, and any value with it, pass unseen.
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
      additionalProperties: { type: 'string', maxLength: 2000 },
      maxProperties: 50,
      description: 'Up to 50 pairs of text, 8 KiB in all.',
    }),
  ),
};

export interface InvoiceText {
  readonly order?: Order;
  readonly success_url?: string | null;
  readonly cancel_url?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Most that an invoice may be for: 15 digits before the point, far above any order and far below any overflow. */
const maxTotalDigits = 15;
const maxMetadataBytes = 8 * 1024;

/** Reads total and currency. Throws Problem naming each field at fault. */
export function readTotal(total: string, code: string): { total: bigint; currency: Currency } {
  const currency = currencyOf(code);
  if (currency === null) throw refused('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  const minor = readMoney('total', total, currency);
  if (minor === 0n) throw refused('total', 'out_of_range', 'Must be more than zero.');
  if (minor.toString().length > maxTotalDigits + currency.decimals) {
    throw refused('total', 'out_of_range', `Must have at most ${maxTotalDigits} digits before the point.`);
  }
  return { total: minor, currency };
}

/** Checks what belongs together: the items' sum, the addresses, the size of the metadata. Throws Problem. */
export function checkInvoiceText(body: InvoiceText, total: bigint, currency: Currency): void {
  const errors: FieldError[] = [];
  for (const field of ['success_url', 'cancel_url'] as const) {
    const value = body[field];
    if (typeof value === 'string' && !isWebUrl(value)) {
      errors.push({ field, code: 'invalid_format', message: 'Must be an http or https address.' });
    }
  }
  body.order?.items?.forEach((item, index) => {
    if (typeof item.image === 'string' && !isWebUrl(item.image)) {
      errors.push({
        field: `order.items.${index}.image`,
        code: 'invalid_format',
        message: 'Must be an http or https address.',
      });
    }
  });
  if (body.metadata && Buffer.byteLength(JSON.stringify(body.metadata)) > maxMetadataBytes) {
    errors.push({ field: 'metadata', code: 'too_long', message: 'Must be at most 8 KiB.' });
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  if (body.order) checkSum(body.order, total, currency);
}

function checkSum(order: Order, total: bigint, currency: Currency): void {
  const part = (field: 'discount' | 'tax' | 'shipping') => {
    const value = order[field];
    return typeof value === 'string' ? readMoney(`order.${field}`, value, currency) : 0n;
  };
  const [discount, tax, shipping] = [part('discount'), part('tax'), part('shipping')];
  if (order.items === undefined || order.items.length === 0) return;
  const goods = order.items.reduce(
    (sum, item, index) => sum + readMoney(`order.items.${index}.price`, item.price, currency) * BigInt(item.quantity),
    0n,
  );
  if (goods - discount + tax + shipping !== total) {
    throw refused('total', 'sum_mismatch', 'Items less discount plus tax plus shipping must equal the total.');
  }
}

function readMoney(field: string, value: string, currency: Currency): bigint {
  const minor = parseFiat(value, currency);
  if (typeof minor === 'bigint') return minor;
  if (minor === 'too_large') throw refused(field, 'out_of_range', 'Is more than any invoice can be for.');
  throw refused(
    field,
    minor === 'too_many_decimals' ? 'too_many_decimals' : 'invalid_format',
    `Must be a plain decimal with at most ${currency.decimals} decimals, as ${currency.code} has.`,
  );
}

function refused(field: string, code: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ field, code, message }] });
}
