// Sums over days: exact decimals by currency, never added across currencies.
import type { AppStatistics } from '../../../../sdk/src/generated/api.ts';
import { formatFixed, parseUnits } from '../../../../src/core/money/decimal.ts';

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

/** The height of each part's bar in one currency, from 0 to 100; at least 2 if there is any payment. */
export function barHeights(parts: readonly Part[], currency: string): readonly number[] {
  const nets = parts.map(({ volume }) => volume.find((one) => one.currency === currency)?.net ?? '0');
  const digits = Math.max(0, ...nets.map(decimalsOf));
  const units = nets.map((net) => unitsOf(net, digits));
  const most = units.reduce((a, b) => (b > a ? b : a), 0n);
  return units.map((one) => (one <= 0n || most === 0n ? 0 : Math.max(2, Number((one * 100n) / most))));
}

function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
}

/** Reverted payments may exceed the received ones: the sum is then negative. */
function unitsOf(amount: string, digits: number): bigint {
  const parsed = parseUnits(amount.replace('-', ''), digits);
  if (typeof parsed !== 'bigint') throw new RangeError(`The service answered an amount that is no decimal: ${amount}`);
  return amount.startsWith('-') ? -parsed : parsed;
}
