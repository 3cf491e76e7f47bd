// The console's queries and their cache. A key's first word is the requested path ('invoices'), its second the app's
// id, so that events refetch the right data (live.ts).
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { App, Network } from '../../../sdk/typescript/src/generated/api.ts';
import { api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      networkMode: 'always',
      // A refusal would be repeated; after a lost connection the console reconnects by itself.
      retry: (count, error) =>
        count < 2 && error instanceof ApiProblem && error.status === 0 && error.code !== 'declined',
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** The signed-in user, as the sign-in returns it. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactorEnabled?: boolean;
  /** 'operator' for the operator of this instance. */
  readonly role?: string;
}

/** Null if no user is signed in. */
export const personQuery = queryOptions({
  queryKey: ['person'],
  queryFn: async () => (await api.auth<{ user: Person } | null>('/get-session'))?.user ?? null,
  staleTime: 5 * 60_000,
});

/** The user's apps, newest first. `token` is present within 15 minutes of a step-up authentication. */
export const appsQuery = queryOptions({
  queryKey: ['app'],
  queryFn: ({ signal }) => api.get<App[]>('/app', {}, signal),
});

/** The networks of this instance: the list changes at a restart, their availability at any time. */
export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => api.get<Network[]>('/networks', {}, signal),
});
