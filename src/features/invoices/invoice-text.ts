// What is written on an invoice beside what is owed, and what must be true of it.
import { type Currency, parseFiat } from '../../core/money/currency.ts';
import { type FieldError, fieldProblem, Problem } from '../../core/problem.ts';
import { isWebUrl } from '../../io/http/schemas.ts';
import type { Customer, Order } from '../ledger/invoice-store.ts';

export interface InvoiceText {
  readonly order?: Order | undefined;
  readonly customer?: Customer | undefined;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

const maxMetadataBytes = 8 * 1024;

/** Checks what belongs together: the items' sum, the addresses, the size of the metadata. Throws Problem. */
export function checkInvoiceText(text: InvoiceText, total: bigint, currency: Currency): void {
  const errors: FieldError[] = [];
  for (const [field, value] of Object.entries({ success_url: text.successUrl, cancel_url: text.cancelUrl })) {
    if (typeof value === 'string' && !isWebUrl(value)) {
      errors.push({ field, code: 'invalid_format', message: 'Must be an http or https address.' });
    }
  }
  text.order?.items?.forEach((item, index) => {
    if (typeof item.image === 'string' && !isWebUrl(item.image)) {
      errors.push({
        field: `order.items.${index}.image`,
        code: 'invalid_format',
        message: 'Must be an http or https address.',
      });
    }
  });
  if (text.metadata && Buffer.byteLength(JSON.stringify(text.metadata)) > maxMetadataBytes) {
    errors.push({ field: 'metadata', code: 'too_long', message: 'Must be at most 8 KiB.' });
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  if (text.order) checkSum(text.order, total, currency);
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
    throw fieldProblem('total', 'sum_mismatch', 'Items less discount plus tax plus shipping must equal the total.');
  }
}

/** A decimal in minor units of the currency. Throws Problem naming the field. */
export function readMoney(field: string, value: string, currency: Currency): bigint {
  const minor = parseFiat(value, currency);
  if (typeof minor === 'bigint') return minor;
  if (minor === 'too_large') throw fieldProblem(field, 'out_of_range', 'Is more than any invoice can be for.');
  throw fieldProblem(
    field,
    minor === 'too_many_decimals' ? 'too_many_decimals' : 'invalid_format',
    `Must be a plain decimal with at most ${currency.decimals} decimals, as ${currency.code} has.`,
  );
}
