// The app's usual currency: that of its newest invoice, with its digits.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { digitsOf } from '../../evidence/fiat-value.ts';

const newestInvoice = (appId: string) =>
  queryOptions({
    queryKey: ['newest-invoice', appId],
    queryFn: ({ signal }) => api.get<Invoice[]>('/invoices', { app_id: appId, limit: 1 }, signal),
    staleTime: 5 * 60_000,
  });

/** US dollars until there is an invoice. */
export function useFiat(appId: string): { readonly currency: string; readonly digits: number } {
  const { data } = useQuery(newestInvoice(appId));
  const newest = data?.[0];
  return newest === undefined
    ? { currency: 'USD', digits: 2 }
    : { currency: newest.currency, digits: digitsOf(newest.total) };
}
