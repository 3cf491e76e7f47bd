// The further tokens of an app. The tokens of integrations have the ids of their doors.
import { queryOptions } from '@tanstack/react-query';
import type { AppToken } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';

export const appTokensQuery = (appId: string) =>
  queryOptions({
    queryKey: ['app-tokens', appId],
    queryFn: ({ signal }) => api.get<AppToken[]>('/app-tokens', { app_id: appId, limit: 100 }, signal),
  });
