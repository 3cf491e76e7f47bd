// What the addresses are asked for with: the app's own, and the networks it can be paid on.
import { queryOptions } from '@tanstack/react-query';
import type { App, AppAddress, Network } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../browser/api.ts';

/** All of an app's addresses: shops have few. */
export const addressesQuery = (appId: string) =>
  queryOptions({
    queryKey: ['app-addresses', appId],
    queryFn: ({ signal }) => api.get<AppAddress[]>('/app-addresses', { app_id: appId, limit: 100 }, signal),
  });

/** Those that an app of this kind can be paid on: test networks for a test app, main ones for one in production. */
export function networksFor(app: App, networks: readonly Network[]): readonly Network[] {
  return networks.filter(({ test }) => test === (app.environment === 'development'));
}
