// Money as text: exact strings in, text out. No floating point numbers, except rates, which the API publishes as
// numbers and which only serve an approximate amount.
import { formatFixed, formatUnits, parseUnits } from '../../../src/core/money/decimal.ts';
import { amountForValue, parseRate } from '../../../src/core/money/rate.ts';
import { lineValue } from '../../../src/core/order/order-lines.ts';
import type { Cryptocurrency, Invoice, Offer, OrderItem } from './payment-objects.ts';

/** `amount` as a price: fiatText('1234.50', 'USD', 'en') is '$1,234.50'. Shows all decimals given. */
export function fiatText(amount: string, currency: string, language = 'en'): string {
  try {
    return moneyFormat(language, currency, decimalsOf(amount)).format(amount as `${number}`);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** Cached, since making one is slow; bounded, since the server draws for every language and currency. */
const moneyFormats = new Map<string, Intl.NumberFormat>();
const mostKept = 100;

function moneyFormat(language: string, currency: string, digits: number): Intl.NumberFormat {
  const name = `${language} ${currency} ${digits}`;
  const known = moneyFormats.get(name);
  if (known !== undefined) return known;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const made = new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals });
  if (moneyFormats.size === mostKept) moneyFormats.clear();
  moneyFormats.set(name, made);
  return made;
}

/**
 * The total less paid and pending amounts, as a decimal of the invoice's currency; '0' (with its decimals) if nothing
 * is due.
 */
export function stillDue(invoice: Pick<Invoice, 'total' | 'paid' | 'pending'>): string {
  const digits = Math.max(decimalsOf(invoice.total), decimalsOf(invoice.paid), decimalsOf(invoice.pending));
  const due = units(invoice.total, digits) - units(invoice.paid, digits) - units(invoice.pending, digits);
  return formatFixed(due > 0n ? due : 0n, digits);
}

/** The paid and pending shares of the total, in whole percent (rounded down, so that 100 means all of it). */
export function paidPercent(invoice: Pick<Invoice, 'total' | 'paid' | 'pending'>): { paid: number; pending: number } {
  const digits = Math.max(decimalsOf(invoice.total), decimalsOf(invoice.paid), decimalsOf(invoice.pending));
  const total = units(invoice.total, digits);
  if (total === 0n) return { paid: 0, pending: 0 };
  const paid = clampPercent((units(invoice.paid, digits) * 100n) / total);
  const both = clampPercent(((units(invoice.paid, digits) + units(invoice.pending, digits)) * 100n) / total);
  return { paid, pending: both - paid };
}

export function isZero(amount: string): boolean {
  return /^0*\.?0*$/.test(amount);
}

/** The approximate amount of a coin worth `fiat`, with at most 4 significant digits; null without a known rate. */
export function approximateAmount(fiat: string, currency: string, coin: Cryptocurrency): string | null {
  const price = coin.rates[currency];
  const rate = price === undefined ? null : parseRate(String(price));
  if (rate === null) return null;
  const digits = decimalsOf(fiat);
  const scale = 18;
  const exact = amountForValue(units(fiat, digits), digits, rate, scale);
  return formatUnits(roundedUp(exact, 4, scale), scale);
}

/** Rounded up to `digits` significant digits, or to whole coins (`scale` digits) if those have more. */
export function roundedUp(amount: bigint, digits: number, scale: number): bigint {
  const drop = Math.max(0, amount.toString().length - digits);
  const step = 10n ** BigInt(Math.min(drop, scale));
  return ((amount + step - 1n) / step) * step;
}

/** A line of the order at the decimals of `total`, in the same currency; null if it is no amount. */
export function lineTotal(item: OrderItem, total: string): string | null {
  const decimals = decimalsOf(total);
  const value = lineValue(item, decimals);
  return value === null ? null : formatFixed(value, decimals);
}

/**
 * Whether the offer can pay an invoice: by the merchant's bounds, and by the least amount that a wallet can send. The
 * remainder of a partly paid invoice is raised to the least amount, so it always can.
 */
export function isOfferedFor(
  offer: Pick<Offer, 'min' | 'min_total' | 'max_total' | 'cryptocurrency'>,
  { total, paid, pending, currency }: Pick<Invoice, 'total' | 'paid' | 'pending' | 'currency'>,
): boolean {
  const about = isZero(paid) && isZero(pending) ? approximateAmount(total, currency, offer.cryptocurrency) : null;
  return withinBounds(offer, total) && (about === null || compare(about, offer.min) >= 0);
}

/** Whether the invoice's total is within the bounds of the offer; true without bounds. */
function withinBounds(offer: Pick<Offer, 'min_total' | 'max_total'>, total: string): boolean {
  if (offer.min_total && compare(total, offer.min_total) < 0) return false;
  return !(offer.max_total && compare(total, offer.max_total) > 0);
}

function compare(a: string, b: string): number {
  const digits = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = units(a, digits) - units(b, digits);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}

/** A decimal from the server as an integer with `digits` decimals. Throws RangeError if it is no decimal. */
export function units(amount: string, digits: number): bigint {
  const parsed = parseUnits(amount, digits);
  if (typeof parsed !== 'bigint') throw new RangeError(`The server answered an amount that is no decimal: ${amount}`);
  return parsed;
}

function clampPercent(value: bigint): number {
  return Number(value > 100n ? 100n : value);
}
