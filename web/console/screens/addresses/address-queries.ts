// What the addresses are asked for with: the app's own, the changes that wait, and the networks there are.
import { queryOptions } from '@tanstack/react-query';
import type { App, AppAddress, Network, PayoutChange } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';

/** All of an app's addresses: shops have few. */
export const addressesQuery = (appId: string) =>
  queryOptions({
    queryKey: ['app-addresses', appId],
    queryFn: ({ signal }) => api.get<AppAddress[]>('/app-addresses', { app_id: appId, limit: 100 }, signal),
  });

/** The newest changes of where money goes; those that wait are among them. */
export const payoutChangesQuery = (appId: string) =>
  queryOptions({
    queryKey: ['payout-changes', appId],
    queryFn: ({ signal }) => api.get<PayoutChange[]>('/payout-changes', { app_id: appId, limit: 100 }, signal),
  });

export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => api.get<Network[]>('/networks', {}, signal),
});

/** Those that an app of this kind can be paid on: test networks for a test app, main ones for one in production. */
export function networksFor(app: App, networks: readonly Network[]): readonly Network[] {
  return networks.filter(({ test }) => test === (app.environment === 'development'));
}
