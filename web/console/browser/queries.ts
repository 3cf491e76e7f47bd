// What the console asks and keeps. The first word of a key is the path that was asked ('invoices'), the
// app's id comes second: events make the right ones be asked again (live.ts).
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { App, Network } from '../../../sdk/src/generated/api.ts';
import { api } from './api.ts';
import { ApiProblem } from './api-problem.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      networkMode: 'always',
      // What the service refuses it refuses again; where no answer came, the connection heals itself.
      retry: (count, error) =>
        count < 2 && error instanceof ApiProblem && error.status === 0 && error.code !== 'declined',
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Who is signed in, as the sign-in tells it. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactorEnabled?: boolean;
  /** The operator runs this instance. */
  readonly role?: string;
}

/** null where nobody is signed in. */
export const personQuery = queryOptions({
  queryKey: ['person'],
  queryFn: async () => (await api.auth<{ user: Person } | null>('/get-session'))?.user ?? null,
  staleTime: 5 * 60_000,
});

/** The person's apps, the newest first. `token` is there within 15 minutes of a proof of the person. */
export const appsQuery = queryOptions({
  queryKey: ['app'],
  queryFn: ({ signal }) => api.get<App[]>('/app', {}, signal),
});

/** The networks of this instance: they change when it starts, and whether they are to be had at any time. */
export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => api.get<Network[]>('/networks', {}, signal),
});
