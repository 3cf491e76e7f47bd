// The names for the ids of the audit log: members of the team, tokens and authorized applications.
import { useQuery } from '@tanstack/react-query';
import type {
  AppMember,
  AppToken,
  Oauth2Session,
  PersonalAccessToken,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { type Role, roleAllows } from '../../../../src/core/access/team.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { personQuery } from '../../browser/queries.ts';
import { nameOf } from '../team/team.ts';
import type { KnownNames } from './words.ts';

/** Unknown names, and names that are still loading, are left out. */
export function useNames(appId: string | null): KnownNames {
  const { data: person } = useQuery(personQuery);
  const { data: members = [] } = useQuery({
    queryKey: ['app-members', appId],
    queryFn: ({ signal }) => api.get<AppMember[]>('/app-members', { app_id: appId ?? undefined, limit: 100 }, signal),
    enabled: appId !== null,
  });
  const { data: tokens = [] } = useQuery({
    queryKey: ['personal-access-tokens'],
    queryFn: ({ signal }) => api.get<PersonalAccessToken[]>('/personal-access-tokens', { limit: 100 }, signal),
  });
  const { app } = useApp();
  const { data: appTokens = [] } = useQuery({
    queryKey: ['app-tokens', appId],
    queryFn: ({ signal }) => api.get<AppToken[]>('/app-tokens', { app_id: appId ?? undefined, limit: 100 }, signal),
    enabled: appId !== null && app?.id === appId && roleAllows((app.role ?? 'owner') as Role, 'tokens'),
  });
  const { data: programs = [] } = useQuery({
    queryKey: ['oauth2-sessions'],
    queryFn: ({ signal }) => api.get<Oauth2Session[]>('/oauth2-sessions', { limit: 100 }, signal),
  });
  return {
    me: person?.id ?? null,
    people: new Map(members.flatMap((one) => (one.user_id === null ? [] : [[one.user_id, nameOf(one)] as const]))),
    tokens: new Map([...tokens, ...appTokens].map(({ id, name }) => [id, name])),
    programs: new Map(programs.map(({ client }) => [client.client_id, client.name])),
  };
}
