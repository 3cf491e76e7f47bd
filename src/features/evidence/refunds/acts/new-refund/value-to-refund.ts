// Decides the value of a new refund, and its bound.
import { type Currency, currencyOf } from '../../../../../core/money/currency.ts';
import { formatFixed, parseUnits, withoutSpareZeros } from '../../../../../core/money/decimal.ts';
import {
  defaultValueOf,
  overpaidOf,
  type Percentage,
  refundableOf,
  withoutPercentage,
} from '../../../../../core/payment/outgoing/refund.ts';
import { fieldProblem, Problem } from '../../../../../core/problem.ts';
import type { Queryable } from '../../../../../io/db/database.ts';
import type { Instance } from '../../../../instance.ts';
import type { Invoice } from '../../../../money/ledger/invoice-store.ts';
import { listRefundsOf, type Refund } from '../../refund-store.ts';
import { assetOf, valueSent } from '../follow-refund.ts';

export interface ValueWanted {
  /** A decimal in the currency of the invoice. */
  readonly fiat_value?: string | undefined;
  readonly overpaid?: true | undefined;
  /** All that can still be refunded, also if more than the total was paid. */
  readonly whole?: true | undefined;
  /** The share that the merchant keeps. */
  readonly kept?: Percentage | undefined;
}

/**
 * Returns the value in minor units. Throws Problem exceeds_paid, which names `overpaid` or `fiat_value`, and a Problem
 * for a value that cannot be read, or if nothing is left of it. The value is certain only while the invoice is locked.
 */
export async function valueToRefund(
  db: Queryable,
  instance: Pick<Instance, 'catalog'>,
  invoice: Invoice,
  wanted: ValueWanted,
): Promise<bigint> {
  const currency = currencyOf(invoice.currency);
  if (currency === null) throw new Error(`invoice ${invoice.id} has the unknown currency ${invoice.currency}`);
  const named = namedValue(wanted, currency);
  const open = await openRefunds(db, instance, invoice);
  const left = refundableOf(invoice.paid, open);
  const isExcess = wanted.overpaid === true;
  const unnamed = wanted.whole === true ? left : defaultValueOf(invoice, open);
  const value = named ?? (isExcess ? overpaidOf(invoice, open) : unnamed);
  if (value > 0n && value <= left) return lessKept(value, wanted);
  if (isExcess) throw exceeding('overpaid', 'No excess is left to refund. Name a fiat_value.');
  if (named === null && left > 0n)
    throw exceeding('fiat_value', 'The excess is refunded already. Name a fiat_value to refund more.');
  const [paid, rest] = [invoice.paid, left].map((one) => `${formatFixed(one, currency.decimals)} ${currency.code}`);
  throw exceeding('fiat_value', `${paid} of the invoice is paid, and ${rest} of that can still be refunded.`);
}

/** Returns the value that can still be refunded, in minor units. It is certain only while the invoice is locked. */
export async function leftToRefund(
  db: Queryable,
  instance: Pick<Instance, 'catalog'>,
  invoice: Pick<Invoice, 'id' | 'paid'>,
): Promise<bigint> {
  return refundableOf(invoice.paid, await openRefunds(db, instance, invoice));
}

async function openRefunds(
  db: Queryable,
  instance: Pick<Instance, 'catalog'>,
  { id }: Pick<Invoice, 'id'>,
): Promise<{ readonly value: bigint }[]> {
  const all = await listRefundsOf(db, id);
  return all.filter(({ status }) => status !== 'canceled').map((one) => ({ value: countedValue(instance, one) }));
}

function lessKept(value: bigint, { kept }: ValueWanted): bigint {
  const rest = kept === undefined ? value : withoutPercentage(value, kept);
  if (rest > 0n) return rest;
  throw fieldProblem('kept', 'nothing_left', 'Nothing is left to refund after this percentage.');
}

function exceeding(field: string, message: string): Problem {
  return new Problem('exceeds_paid', { detail: message, errors: [{ field, code: 'exceeds_paid', message }] });
}

function namedValue({ fiat_value: given, overpaid }: ValueWanted, { decimals }: Currency): bigint | null {
  if (given === undefined) return null;
  if (overpaid === true) throw fieldProblem('overpaid', 'not_allowed', 'Give either fiat_value or overpaid.');
  const value = parseUnits(withoutSpareZeros(given, decimals), decimals);
  if (typeof value === 'bigint' && value > 0n) return value;
  const message = `Must be a decimal above zero with at most ${decimals} decimals, such as "19.99".`;
  throw fieldProblem('fiat_value', 'invalid_amount', message);
}

/** The value that counts against what was paid. An accepted amount that is not confirmed yet can be worth more. */
function countedValue(instance: Pick<Instance, 'catalog'>, refund: Refund): bigint {
  const { status, refunded, value, sentAmount, amountDiffers } = refund;
  if (status === 'sent') return refunded;
  if (sentAmount === null || amountDiffers) return value;
  const accepted = valueSent(refund, sentAmount, assetOf(instance, refund));
  return accepted > value ? accepted : value;
}
