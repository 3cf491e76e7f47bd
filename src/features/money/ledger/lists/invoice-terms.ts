// SQL conditions on the currency, the total and the metadata of an invoice `i`, for lists of invoices and of payments.
import type { Search, TotalRange } from '../../../../core/list-filters.ts';
import { beginningWith } from '../../../../io/db/keyset.ts';

/** Null matches everything. */
export interface InvoiceTerms {
  readonly currency: string | null;
  readonly totals: readonly TotalRange[] | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

type Bind = (value: unknown) => string;

export function invoiceConditions({ currency, totals, metadata }: InvoiceTerms, bind: Bind): string[] {
  return [
    ...(currency === null ? [] : [`i.currency = ${bind(currency)}`]),
    ...(totals === null ? [] : [`(${totals.map((range) => withinTotals(range, currency, bind)).join(' or ')})`]),
    ...(metadata === null ? [] : [`i.metadata <> '{}' and i.metadata @> ${bind(JSON.stringify(metadata))}::jsonb`]),
  ];
}

export function hasTerms({ currency, totals, metadata }: InvoiceTerms): boolean {
  return currency !== null || totals !== null || metadata !== null;
}

/** A condition on the reference or the customer of the invoice `i`. */
export function invoiceBeginsWith({ text }: Pick<Search, 'text'>, bind: Bind): string {
  const begins = bind(beginningWith(text));
  return `(i.reference like ${begins} or lower(i.customer ->> 'email') like lower(${begins}))`;
}

function withinTotals({ currencies, least, most }: TotalRange, currency: string | null, bind: Bind): string {
  return [
    ...(currency === null ? [`i.currency = any(${bind(currencies)}::text[])`] : []),
    ...(least === null ? [] : [`i.total >= ${bind(least)}::numeric`]),
    ...(most === null ? [] : [`i.total <= ${bind(most)}::numeric`]),
  ].join(' and ');
}
