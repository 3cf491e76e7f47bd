// Sums over days: exact decimals by currency, never added across currencies.
import type { AppStatistics } from '../../../../../sdk/typescript/src/generated/api.ts';
import { formatFixed, parseUnits } from '../../../../../src/core/money/decimal.ts';

/** The figures of a day or of a coin. */
export type Part = AppStatistics['parts'][number];

export interface Sum {
  readonly currency: string;
  /** A decimal with the currency's digits. */
  readonly net: string;
}

/** The sum of these days, the currency with the most payments first. */
export function sumOf(parts: readonly Part[]): readonly Sum[] {
  const volumes = Map.groupBy(
    parts.flatMap(({ volume }) => volume),
    ({ currency }) => currency,
  );
  const counted = [...volumes].map(([currency, some]) => {
    const digits = Math.max(...some.map(({ net }) => decimalsOf(net)));
    const sum = some.reduce((all, { net }) => all + unitsOf(net, digits), 0n);
    const payments = some.reduce((all, one) => all + one.payments, 0);
    return { currency, payments, net: formatFixed(sum, digits) };
  });
  return counted.sort((a, b) => b.payments - a.payments).map(({ currency, net }) => ({ currency, net }));
}

/** The sum in one currency; null without a payment in it. */
export function netIn(parts: readonly Part[], currency: string): string | null {
  return sumOf(parts).find((one) => one.currency === currency)?.net ?? null;
}

/** Zero with as many digits as the currency has in these parts. */
export function zeroLike(parts: readonly Part[], currency: string): string {
  return formatFixed(0n, decimalsOf(netIn(parts, currency) ?? '0'));
}

export interface Turnout {
  /** Invoices created, and how many of them are paid. */
  readonly created: number;
  readonly paid: number;
  /** paid ÷ created, from 0 to 1; null without invoices. */
  readonly conversion: number | null;
}

export function turnoutOf(parts: readonly Pick<Part, 'created' | 'paid'>[]): Turnout {
  const created = parts.reduce((all, one) => all + (one.created ?? 0), 0);
  const paid = parts.reduce((all, one) => all + one.paid, 0);
  return { created, paid, conversion: created === 0 ? null : paid / created };
}

/**
 * The heights of bars, from 0 to 100, at least 2 if there is any amount. All series have one scale. A part in which
 * more was reversed than received has no bar.
 */
export function heightsOf(series: readonly (readonly string[])[]): number[][] {
  const digits = Math.max(0, ...series.flat().map(decimalsOf));
  const units = series.map((nets) => nets.map((net) => unitsOf(net, digits)));
  const most = units.flat().reduce((a, b) => (b > a ? b : a), 0n);
  return units.map((some) =>
    some.map((one) => (one <= 0n || most === 0n ? 0 : Math.max(2, Number((one * 1000n) / most) / 10))),
  );
}

/** The largest of these decimals, at least 0. */
export function mostOf(nets: readonly string[]): string {
  const digits = Math.max(0, ...nets.map(decimalsOf));
  return formatFixed(
    nets.reduce((most, net) => (unitsOf(net, digits) > most ? unitsOf(net, digits) : most), 0n),
    digits,
  );
}

/** The change from one decimal to another as a share: 0.25 from 4 to 5. Null if there was nothing before. */
export function changeOf(before: string, now: string): number | null {
  const digits = Math.max(decimalsOf(before), decimalsOf(now));
  const from = unitsOf(before, digits);
  return from <= 0n ? null : Number(((unitsOf(now, digits) - from) * 1000n) / from) / 1000;
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}

/** Reversed payments may exceed the received ones: the sum is then negative. */
function unitsOf(amount: string, digits: number): bigint {
  const parsed = parseUnits(amount.replace('-', ''), digits);
  if (typeof parsed !== 'bigint') throw new RangeError(`The service answered an amount that is no decimal: ${amount}`);
  return amount.startsWith('-') ? -parsed : parsed;
}
