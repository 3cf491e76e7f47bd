// The queries for an app's addresses, and for the networks that it can use.
import { queryOptions } from '@tanstack/react-query';
import type { App, AppAddress, Network } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';

/** All addresses of an app, in one page: apps have few. */
export const addressesQuery = (appId: string) =>
  queryOptions({
    queryKey: ['app-addresses', appId],
    queryFn: ({ signal }) => api.get<AppAddress[]>('/app-addresses', { app_id: appId, limit: 100 }, signal),
  });

/** The networks for an app of this kind: test networks for a development app, main networks for a production app. */
export function networksFor(app: App, networks: readonly Network[]): readonly Network[] {
  return networks.filter(({ test }) => test === (app.environment === 'development'));
}
