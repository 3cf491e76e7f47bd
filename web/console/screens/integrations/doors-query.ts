// The integrations of an app that are turned on.
import { queryOptions } from '@tanstack/react-query';
import type { Door } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';

export const doorsQuery = (appId: string) =>
  queryOptions({
    queryKey: ['doors', appId],
    queryFn: ({ signal }) => api.get<Door[]>(`/app/${appId}/doors`, {}, signal),
  });

/** The queries that change if an integration is turned on or off. */
export const touchedByDoors = (appId: string) => [
  ['doors', appId],
  ['webhooks', appId],
  ['app-tokens', appId],
];
