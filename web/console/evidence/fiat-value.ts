// The current value of a coin in fiat, for display: exact arithmetic on the rate in the API.
import { queryOptions } from '@tanstack/react-query';
import type {
  Cryptocurrency,
  CryptocurrencyWithNetworks,
  Currency,
} from '../../../sdk/typescript/src/generated/api.ts';
import { formatFixed, parseUnits } from '../../../src/core/money/decimal.ts';
import { parseRate, valueAtRate } from '../../../src/core/money/rate.ts';
import { api } from '../browser/api.ts';

const minute = 60_000;

export const coinsQuery = queryOptions({
  queryKey: ['cryptocurrencies'],
  queryFn: ({ signal }) => api.get<CryptocurrencyWithNetworks[]>('/cryptocurrencies', {}, signal),
  staleTime: minute,
  refetchInterval: minute,
});

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) => api.get<Currency[]>('/currencies', {}, signal),
  staleTime: 60 * minute,
});

/** `amount` coins as a decimal of the currency with so many digits, rounded down; null where no rate is known. */
export function worthNow(
  coin: Pick<Cryptocurrency, 'rates'> | undefined,
  amount: string,
  currency: string,
  digits = 2,
): string | null {
  const price = priceNow(coin, currency);
  return price === null ? null : worthAt(price, amount, digits);
}

/** The current price of one coin as a decimal; null where no rate is known. */
export function priceNow(coin: Pick<Cryptocurrency, 'rates'> | undefined, currency: string): string | null {
  const price = coin?.rates[currency];
  return price === undefined ? null : plain(price);
}

/** As worthNow, at a rate that is known as a decimal. */
export function worthAt(price: string, amount: string, digits: number): string | null {
  const rate = parseRate(price);
  const places = digitsOf(amount);
  const units = parseUnits(amount, places);
  if (rate === null || typeof units !== 'bigint') return null;
  return formatFixed(valueAtRate(units, places, rate, digits), digits);
}

/** How many digits stand behind the point. */
export function digitsOf(amount: string): number {
  return amount.includes('.') ? amount.length - amount.indexOf('.') - 1 : 0;
}

/** Whether one decimal is less than another. */
export function isLess(one: string, than: string): boolean {
  const places = Math.max(digitsOf(one), digitsOf(than));
  const [a, b] = [parseUnits(one, places), parseUnits(than, places)];
  return typeof a === 'bigint' && typeof b === 'bigint' && a < b;
}

/** Rates are JSON numbers: small ones would be written with an exponent. */
function plain(rate: number): string {
  return rate.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17, maximumFractionDigits: 18 });
}
