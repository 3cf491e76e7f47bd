// The API representation of scoped app tokens.
import { type AppTokenScope, appTokenScopes } from '../../../../core/access/app-token-scopes.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { AppToken } from './app-token-store.ts';

export const AppTokenScopeName = Type.Unsafe<AppTokenScope>({ type: 'string', enum: [...appTokenScopes] });

const fields = {
  id: uuid,
  app_id: uuid,
  name: Type.String(),
  last_four: Type.String(),
  scopes: Type.Array(AppTokenScopeName),
  cidrs: nullable(Type.Array(Type.String(), { description: 'null: it works from any address.' })),
  made_by: { ...uuid, description: 'A `user_id` of GET /app-members.' },
  expires_at: time,
  last_used_at: nullable(time),
  created_at: time,
};

export const AppTokenView = Type.Object(fields);

export const NewAppToken = Type.Object({
  ...fields,
  token: Type.String({ description: 'The token (a secret). It is in this answer only.' }),
});

export function appTokenView(token: AppToken) {
  return {
    id: token.id,
    app_id: token.appId,
    name: token.name,
    last_four: token.lastFour,
    scopes: [...token.scopes],
    cidrs: token.cidrs === null ? null : [...token.cidrs],
    made_by: token.userId,
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
  };
}
