// The fields of a payment link in a request, and their validation beyond the schema.
import type { Static } from 'typebox';
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { type Warning, Warnings } from '../../../core/order/caption.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { currencyInBody, decimal, nullable } from '../../../io/http/schemas.ts';
import { caption, Type } from '../../../io/schema.ts';
import { readTotal } from '../../money/invoices/invoice-body.ts';
import { checkSlug } from '../../people/apps/app-body.ts';

const total = nullable({
  ...decimal,
  description: 'null or left out: the payer enters it.',
  examples: ['25.00'],
});
const description = caption({
  description: 'The purpose, as shown to customers; cut at 1,000 characters.',
  examples: ['Tickets for the spring fair'],
});

export const linkFields = fieldsOf('payment_link', {
  slug: Type.String({
    minLength: 1,
    maxLength: 100,
    examples: ['spring-fair'],
    description: 'Its name in URLs, unique on this instance.',
  }),
  currency: currencyInBody,
  total: Type.Optional(total),
  description: Type.Optional(description),
});

const LinkFields = Type.Partial(Type.Object(linkFields));

/** The given fields as stored; `total` in minor units of the link's new currency. */
export interface LinkTerms {
  readonly slug: string;
  readonly currency: string;
  readonly total: bigint | null;
  readonly description: string | null;
}

export interface ReadTerms {
  readonly terms: LinkTerms;
  /** Changes to the description. */
  readonly warnings: Warning[];
}

/**
 * Returns the terms of the link after `body` is applied to `before`. A total that stays must fit a new currency. Throws
 * Problem naming the invalid field.
 */
export function readTerms(body: Static<typeof LinkFields>, before: LinkTerms): ReadTerms {
  const { slug = before.slug } = body;
  const currency = body.currency?.toUpperCase() ?? before.currency;
  checkSlug(slug);
  if (currencyOf(currency) === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  if (body.total === undefined && before.total !== null && currency !== before.currency)
    throw fieldProblem('total', 'required', 'The total was in another currency: give the new one, or null.');
  const total = totalOf(body.total, currency, before.total);
  const warnings = new Warnings();
  const limit = { most: 1_000, hasLines: true };
  const description =
    body.description === undefined ? before.description : warnings.caption('description', body.description, limit);
  return { terms: { slug, currency, total, description }, warnings: [...warnings.list] };
}

function totalOf(given: string | null | undefined, currency: string, before: bigint | null): bigint | null {
  if (given === undefined) return before;
  return given === null ? null : readTotal(given, currency).total;
}
