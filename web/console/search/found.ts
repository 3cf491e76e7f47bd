// The service's results for a text: invoices, payments, unmatched payments and addresses.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { App, AppAddress, Invoice, Payment, UnmatchedPayment } from '../../../sdk/typescript/src/generated/api.ts';
import { api } from '../browser/api.ts';

export interface Found {
  readonly invoices: readonly Invoice[];
  readonly payments: readonly Payment[];
  readonly unmatched: readonly UnmatchedPayment[];
  readonly addresses: readonly AppAddress[];
  /** A search is running, so an empty result means nothing yet. */
  readonly isAsking: boolean;
}

const fewestLetters = 3;
const pauseMillis = 200;
const most = 6;
/** Unmatched payments, pending and handled. */
const every = ['waiting', 'assigned', 'dismissed', 'withdrawn'];

/** Empty while the user is typing, and for fewer than three letters. */
export function useFound(app: App | null, text: string): Found {
  const [settled] = useDebouncedValue(text, pauseMillis);
  const isLong = app !== null && text.length >= fewestLetters;
  const isSettled = isLong && settled === text;
  const invoices = useAsked<Invoice>('invoices', app, isSettled ? text : null);
  const payments = useAsked<Payment>('payments', app, isSettled ? text : null);
  const unmatched = useAsked<UnmatchedPayment>('unmatched-payments', app, isSettled ? text : null);
  const all = useQuery({
    queryKey: ['app-addresses', app?.id],
    queryFn: ({ signal }) => api.get<AppAddress[]>('/app-addresses', { app_id: app?.id, limit: 100 }, signal),
    enabled: isLong,
  });
  const wanted = text.toLowerCase();
  const isMeant = ({ label, value, derived_addresses: derived }: AppAddress) =>
    label?.toLowerCase().includes(wanted) === true ||
    [value, ...derived].some((one) => one.toLowerCase().startsWith(wanted));
  return {
    invoices: invoices.items,
    payments: payments.items,
    unmatched: unmatched.items,
    addresses: isLong ? (all.data ?? []).filter(isMeant) : [],
    isAsking: isLong && (!isSettled || invoices.isAsking || payments.isAsking || unmatched.isAsking),
  };
}

/** `text` null: no search. */
function useAsked<T>(path: 'invoices' | 'payments' | 'unmatched-payments', app: App | null, text: string | null) {
  const more = { invoices: {}, payments: { with_money: true }, 'unmatched-payments': { status: every } }[path];
  const { data, isPending } = useQuery({
    queryKey: [path, app?.id, 'found', text],
    queryFn: ({ signal }) => api.get<T[]>(`/${path}`, { app_id: app?.id, q: text ?? '', limit: most, ...more }, signal),
    enabled: text !== null,
  });
  return { items: text === null ? [] : (data ?? []), isAsking: text !== null && isPending };
}
