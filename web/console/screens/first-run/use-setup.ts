// The progress of the setup, derived from the app's real data, so that no step is ticked by hand.
import { useQuery } from '@tanstack/react-query';
import type {
  App,
  AppAddress,
  AppCryptocurrency,
  Invoice,
  Webhook,
  WebhookDelivery,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';

export const stepNames = ['app', 'addresses', 'coins', 'payment', 'webhook'] as const;
export type StepName = (typeof stepNames)[number];

export interface Setup {
  readonly isKnown: boolean;
  readonly error: Error | null;
  readonly again: () => void;
  readonly addresses: readonly AppAddress[];
  readonly coins: readonly AppCryptocurrency[];
  readonly webhooks: readonly Webhook[];
  /** An invoice that is paid. */
  readonly paid: Invoice | null;
  readonly done: Readonly<Record<StepName, boolean>>;
}

/** Null: the user has no app yet. */
export function useSetup(app: App | null): Setup {
  const id = app?.id ?? '';
  const enabled = app !== null;
  const addresses = useQuery({
    queryKey: ['app-addresses', id],
    queryFn: ({ signal }) => api.get<AppAddress[]>('/app-addresses', { app_id: id }, signal),
    enabled,
  });
  const coins = useQuery({
    queryKey: ['app-cryptocurrencies', id],
    queryFn: ({ signal }) => api.get<AppCryptocurrency[]>('/app-cryptocurrencies', { app_id: id, limit: 100 }, signal),
    enabled,
  });
  const paid = useQuery({
    queryKey: ['invoices', id, 'one that is paid'],
    queryFn: ({ signal }) => api.get<Invoice[]>('/invoices', { app_id: id, status: 'paid', limit: 1 }, signal),
    enabled,
  });
  const webhooks = useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => api.get<Webhook[]>('/webhooks', { app_id: id }, signal),
    enabled,
  });
  const answered = useQuery({
    queryKey: ['webhooks', id, 'whether one answered', webhooks.data?.map((one) => one.id)],
    queryFn: ({ signal }) => hasAnswered(webhooks.data ?? [], signal),
    enabled: enabled && webhooks.data !== undefined && webhooks.data.length > 0,
    // Deliveries raise no event, so poll until one succeeded.
    refetchInterval: ({ state }) => (state.data === true ? false : 2000),
  });
  const asked = [addresses, coins, paid, webhooks];
  return {
    isKnown: !enabled || asked.every(({ data }) => data !== undefined),
    error: asked.find(({ data, error }) => error !== null && data === undefined)?.error ?? null,
    again: () => {
      for (const one of asked) void one.refetch();
    },
    addresses: addresses.data ?? [],
    coins: coins.data ?? [],
    // Endpoints of integrations have no URL to test.
    webhooks: (webhooks.data ?? []).filter(({ door_id }) => door_id === null),
    paid: paid.data?.[0] ?? null,
    done: {
      app: enabled,
      addresses: (addresses.data ?? []).length > 0,
      coins: (coins.data ?? []).length > 0,
      payment: (paid.data ?? []).length > 0,
      webhook: answered.data === true,
    },
  };
}

/** Whether any delivery succeeded. */
async function hasAnswered(webhooks: readonly Webhook[], signal: AbortSignal): Promise<boolean> {
  for (const { id } of webhooks) {
    const deliveries = await api.get<WebhookDelivery[]>(`/webhook/${id}/deliveries`, { limit: 20 }, signal);
    if (deliveries.some(({ status }) => status === 'delivered')) return true;
  }
  return false;
}
