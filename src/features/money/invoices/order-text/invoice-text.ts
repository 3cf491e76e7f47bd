// Reads the text of an invoice, cleans its captions and checks that its lines add up to the total.
import type { Currency } from '../../../../core/money/currency.ts';
import { withoutSpareZeros } from '../../../../core/money/decimal.ts';
import { Warnings } from '../../../../core/order/caption.ts';
import { mailableAddress } from '../../../../core/order/mailable-address.ts';
import { readMetadataPairs } from '../../../../core/order/metadata.ts';
import { type AddressFault, readImageAddress, readReturnAddress } from '../../../../core/order/order-address.ts';
import {
  lineValue,
  type OrderLine,
  plainPrice,
  readQuantity,
  settleLines,
} from '../../../../core/order/order-lines.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { Customer, Order } from '../../ledger/invoice-store.ts';
import { readMoney } from './read-money.ts';

/** The text as written in the request. */
export interface GivenText {
  /** Null has the same meaning as leaving the field out. */
  readonly order?: GivenOrder | null | undefined;
  readonly customer?: unknown;
  readonly success_url?: unknown;
  readonly cancel_url?: unknown;
  readonly metadata?: unknown;
}

interface GivenOrder {
  readonly reference?: string | number | null;
  readonly description?: unknown;
  readonly items?: readonly GivenItem[] | null;
  readonly discount?: string | null;
  readonly tax?: string | null;
  readonly shipping?: string | null;
}

interface GivenItem {
  readonly name?: unknown;
  readonly quantity: number | string;
  readonly price: string;
  readonly image?: unknown;
}

/** The text as stored. A member is undefined if it was not given or if it is an unusable address. */
export interface InvoiceText {
  readonly order: Order | undefined;
  readonly customer: Customer | undefined;
  readonly successUrl: string | null | undefined;
  readonly cancelUrl: string | null | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

/** The invoice that the text belongs to. */
export interface TextTerms {
  readonly invoiceId: string;
  /** The current reference. It stays if the order gives none. */
  readonly reference: string | null;
  /** In minor units of the currency. */
  readonly total: bigint;
  readonly currency: Currency;
}

/** Throws Problem naming the invalid amount, quantity or reference, or `total` if the lines do not add up to it. */
export function readInvoiceText(given: GivenText, terms: TextTerms): { text: InvoiceText; warnings: Warnings } {
  const warnings = new Warnings();
  const order = given.order === undefined || given.order === null ? undefined : readOrder(given.order, terms, warnings);
  const places = { invoiceId: terms.invoiceId, reference: order === undefined ? terms.reference : order.reference };
  const address = (field: 'success_url' | 'cancel_url') =>
    given[field] === undefined
      ? undefined
      : usable(field, readReturnAddress(given[field], { ...places, reference: places.reference ?? null }), warnings);
  const text = {
    order,
    customer: given.customer === undefined ? undefined : readCustomer(given.customer, warnings),
    successUrl: address('success_url'),
    cancelUrl: address('cancel_url'),
    metadata: given.metadata === undefined ? undefined : readMetadataPairs(given.metadata, warnings),
  };
  return { text, warnings };
}

/** Keeps the current reference if the order gives none. */
function readOrder(given: GivenOrder, terms: TextTerms, warnings: Warnings): Order {
  const { currency } = terms;
  const description = warnings.caption('order.description', given.description, { most: 2000, hasLines: true });
  const reference = given.reference === undefined ? terms.reference : readReference(given.reference);
  const money = (field: 'discount' | 'tax' | 'shipping') => {
    const value = given[field] ?? null;
    if (value === null) return { minor: 0n, kept: {} };
    const minor = readMoney(`order.${field}`, value, currency);
    return { minor, kept: { [field]: withoutSpareZeros(value, currency.decimals) } };
  };
  const [discount, tax, shipping] = [money('discount'), money('tax'), money('shipping')];
  const lines = (given.items ?? []).map((item, index) => readLine({ item, index }, currency, warnings));
  const items = settledLines(lines, terms.total + discount.minor - tax.minor - shipping.minor, currency, warnings);
  return {
    ...(reference === null ? {} : { reference }),
    ...(description === null ? {} : { description }),
    ...(items.length === 0 ? {} : { items }),
    ...discount.kept,
    ...tax.kept,
    ...shipping.kept,
  };
}

function readReference(given: string | number | null): string | null {
  return String(given ?? '').trim() || null;
}

function readLine(
  { item, index }: { item: GivenItem; index: number },
  { decimals }: Currency,
  warnings: Warnings,
): OrderLine {
  const field = `order.items.${index}`;
  const counted = readQuantity(item.quantity);
  if (counted === null) throw fieldProblem(`${field}.quantity`, 'out_of_range', 'Must not be 0 or over a million.');
  const { quantity, isRounded } = counted;
  if (isRounded) warnings.add(`${field}.quantity`, 'too_many_decimals');
  const price = plainPrice(item.price, decimals);
  if (lineValue({ price, quantity }, decimals) === null)
    throw fieldProblem(`${field}.price`, 'out_of_range', 'Exceeds the largest invoice total.');
  const image = usable(`${field}.image`, readImageAddress(item.image), warnings) ?? null;
  // The API promises a name for every line.
  const name = warnings.caption(`${field}.name`, item.name, { most: 255 }) ?? `#${index + 1}`;
  return { name, quantity, price, ...(image === null ? {} : { image }) };
}

function settledLines(
  lines: readonly OrderLine[],
  due: bigint,
  { decimals }: Currency,
  warnings: Warnings,
): readonly OrderLine[] {
  if (lines.length === 0) return [];
  const settled = settleLines({ lines, due, decimals });
  if (settled === 'mismatch') {
    throw fieldProblem('total', 'sum_mismatch', 'Items less discount plus tax plus shipping must equal the total.');
  }
  if (settled.length < lines.length) warnings.add('order.items', 'too_many');
  return settled;
}

function readCustomer(given: unknown, warnings: Warnings): Customer {
  const isList = Array.isArray(given);
  const isEmpty = given === null || given === '' || (isList && given.length === 0);
  if ((typeof given !== 'object' || isList) && !isEmpty) warnings.add('customer', 'invalid_format');
  const { email: address, name: called } = Object(given) as { readonly email?: unknown; readonly name?: unknown };
  const email = warnings.caption('customer.email', address, { most: 254 });
  const name = warnings.caption('customer.name', called, { most: 255 });
  if (email !== null && mailableAddress(email) === null) warnings.add('customer.email', 'not_mailable');
  return { ...(email === null ? {} : { email }), ...(name === null ? {} : { name }) };
}

/** Returns the address. If it cannot be used, returns undefined and adds a warning. */
function usable(
  field: string,
  read: { address: string | null } | { fault: AddressFault },
  warnings: Warnings,
): string | null | undefined {
  if ('address' in read) return read.address;
  warnings.add(field, read.fault);
  return undefined;
}
