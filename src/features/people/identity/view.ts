// The API representation of personal access tokens and browser sessions, for their owner.

import { type Scope, scopes } from '../../../core/access.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { SessionRecord } from './session-store.ts';
import type { ListedToken } from './store.ts';

export const ScopeName = Type.Unsafe<Scope>({ type: 'string', enum: [...scopes] });

const tokenFields = {
  id: uuid,
  name: Type.String(),
  last_four: Type.String({ description: 'The last characters of the token, to recognize it.' }),
  scopes: Type.Array(ScopeName),
  app_ids: nullable(Type.Array(uuid, { description: 'The only apps that it covers; null: all of the owner’s.' })),
  cidrs: nullable(Type.Array(Type.String(), { description: 'The only addresses that it works from; null: any.' })),
  expires_at: time,
  last_used_at: nullable(time),
  created_at: time,
};

export const PersonalAccessTokenView = Type.Object(tokenFields);

export const NewPersonalAccessToken = Type.Object({
  ...tokenFields,
  token: Type.String({ description: 'The token (a secret). It is in this answer only.' }),
});

export function personalAccessTokenView(token: ListedToken) {
  return {
    id: token.id,
    name: token.name,
    last_four: token.lastFour,
    scopes: [...token.scopes] as Scope[],
    app_ids: token.appIds === null ? null : [...token.appIds],
    cidrs: token.cidrs === null ? null : [...token.cidrs],
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
  };
}

export const SessionView = Type.Object({
  id: uuid,
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  ip_address: nullable(Type.String()),
  user_agent: nullable(Type.String()),
  last_used_at: time,
  expires_at: time,
  created_at: time,
});

export function sessionView(session: SessionRecord, currentId: string) {
  return {
    id: session.id,
    current: session.id === currentId,
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    created_at: session.createdAt.toISOString(),
  };
}
