// The API representation of OAuth 2 clients and sessions, for their owners.

import { time, uuid } from '../../../io/http/schemas.ts';
import { type SigningAlgorithm, signingAlgorithms } from '../../../io/oidc/signing-keys.ts';
import { Type } from '../../../io/schema.ts';
import type { OAuth2Client } from './clients/client-store.ts';
import type { Grant } from './sessions/grant-store.ts';

export const IdTokenAlg = Type.Unsafe<SigningAlgorithm>({ type: 'string', enum: [...signingAlgorithms] });

const clientFields = {
  id: uuid,
  client_id: Type.String({ description: 'The client_id at /oauth2.' }),
  name: Type.String(),
  application_type: Type.Unsafe<'web' | 'native'>({ type: 'string', enum: ['web', 'native'] }),
  token_endpoint_auth_method: Type.Unsafe<OAuth2Client['authMethod']>({
    type: 'string',
    enum: ['client_secret_basic', 'client_secret_post', 'none'],
  }),
  id_token_signed_response_alg: IdTokenAlg,
  redirect_uris: Type.Array(Type.String()),
  post_logout_redirect_uris: Type.Array(Type.String()),
  created_at: time,
  updated_at: time,
};

export const OAuth2ClientView = Type.Object(clientFields);

export const OAuth2ClientWithSecret = Type.Object({
  ...clientFields,
  client_secret: Type.Optional(
    Type.String({ description: 'Only in this answer. Absent for a client that cannot keep a secret.' }),
  ),
});

export function oauth2ClientView(client: OAuth2Client) {
  return {
    id: client.id,
    client_id: client.clientId,
    name: client.name,
    application_type: client.applicationType,
    token_endpoint_auth_method: client.authMethod,
    id_token_signed_response_alg: client.idTokenAlg,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
  };
}

export const OAuth2SessionView = Type.Object({
  id: uuid,
  client: Type.Object({ client_id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  first_used_at: time,
  last_used_at: time,
});

export function oauth2SessionView(grant: Grant) {
  return {
    id: grant.id,
    client: { client_id: grant.clientId, name: grant.clientName },
    scopes: [...grant.scopes],
    first_used_at: grant.createdAt.toISOString(),
    last_used_at: grant.lastUsedAt.toISOString(),
  };
}
