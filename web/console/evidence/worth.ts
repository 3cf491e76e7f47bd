// What a coin is worth in fiat right now, for the eye: exact arithmetic on the rate that the API shows.
import { queryOptions } from '@tanstack/react-query';
import { formatFixed, parseUnits } from '../../../src/core/money/decimal.ts';
import { parseRate, valueAtRate } from '../../../src/core/money/rate.ts';
import type { Cryptocurrency, Currency } from '../../../sdk/src/generated/api.ts';
import { api } from '../outside/api.ts';

const minute = 60_000;

export const coinsQuery = queryOptions({
  queryKey: ['cryptocurrencies'],
  queryFn: ({ signal }) => api.get<Cryptocurrency[]>('/cryptocurrencies', { limit: 100 }, signal),
  staleTime: minute,
  refetchInterval: minute,
});

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) => everyCurrency(signal),
  staleTime: 60 * minute,
});

async function everyCurrency(signal: AbortSignal): Promise<readonly Currency[]> {
  const all: Currency[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.page<Currency>('/currencies', { limit: 100, cursor }, signal);
    all.push(...page.items);
    if (page.next === null) return all;
    cursor = page.next;
  }
}

/** `amount` coins as a decimal of the currency with so many digits, rounded down; null where no rate is known. */
export function worthNow(
  coin: Pick<Cryptocurrency, 'rates'> | undefined,
  amount: string,
  currency: string,
  digits = 2,
): string | null {
  const price = coin?.rates[currency];
  const rate = price === undefined ? null : parseRate(plain(price));
  const places = amount.includes('.') ? amount.length - amount.indexOf('.') - 1 : 0;
  const units = parseUnits(amount, places);
  if (rate === null || typeof units !== 'bigint') return null;
  return formatFixed(valueAtRate(units, places, rate, digits), digits);
}

/** Rates are JSON numbers: small ones would be written with an exponent. */
function plain(rate: number): string {
  return rate.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17, maximumFractionDigits: 18 });
}
