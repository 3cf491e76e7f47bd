// POST /oauth2-client: registers a program that people can sign in to with this instance.

import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { personOf } from '../../identity/person.ts';
import { IdTokenAlg, OAuth2ClientWithSecret, oauth2ClientView } from '../view.ts';
import { checkRedirectUris, clientFieldsInBody, newClientSecret, webOriginsOf } from './client-body.ts';
import { type ClientAuthMethod, insertClient, sealedClient } from './client-store.ts';

const CreateBody = Type.Object(
  {
    name: clientFieldsInBody.name,
    redirect_uris: clientFieldsInBody.redirect_uris,
    post_logout_redirect_uris: Type.Optional(clientFieldsInBody.post_logout_redirect_uris),
    application_type: Type.Optional(
      Type.Unsafe<'web' | 'native'>({
        type: 'string',
        enum: ['web', 'native'],
        description: 'Default: web. native is for a program on a person’s own device.',
      }),
    ),
    token_endpoint_auth_method: Type.Optional(
      Type.Unsafe<ClientAuthMethod>({
        type: 'string',
        enum: ['client_secret_basic', 'client_secret_post', 'none'],
        description: 'Default: client_secret_basic. none is for a client that cannot keep a secret.',
      }),
    ),
    id_token_signed_response_alg: Type.Optional(IdTokenAlg),
  },
  { additionalProperties: false },
);

export function createOauth2Client(instance: Instance): Operation {
  return operation({
    id: 'createOauth2Client',
    method: 'POST',
    path: '/oauth2-client',
    group: 'OAuth2 Clients',
    summary: 'Create OAuth2 client',
    description: 'Only this answer contains `client_secret`. A `native` client has none, and uses only PKCE.',
    access: { cookie: true },
    writes: 'oauth2_client',
    body: CreateBody,
    status: 201,
    answer: OAuth2ClientWithSecret,
    handle: ({ body, caller, origin, commit }) => {
      const applicationType = body.application_type ?? 'web';
      const authMethod =
        body.token_endpoint_auth_method ?? (applicationType === 'native' ? 'none' : 'client_secret_basic');
      if (applicationType === 'native' && authMethod !== 'none') {
        throw fieldProblem(
          'token_endpoint_auth_method',
          'not_allowed',
          'A native client cannot keep a secret. Use none.',
        );
      }
      checkRedirectUris(applicationType, body);
      return commit(async (trx) => {
        const secret = authMethod === 'none' ? null : newClientSecret();
        const now = instance.clock.now();
        const client = sealedClient(instance, {
          id: instance.newId(),
          ownerId: personOf(caller),
          clientId: instance.newSecretId(),
          name: body.name,
          applicationType,
          authMethod,
          idTokenAlg: body.id_token_signed_response_alg ?? 'RS256',
          redirectUris: body.redirect_uris,
          postLogoutRedirectUris: body.post_logout_redirect_uris ?? [],
          origins: webOriginsOf(body.redirect_uris),
          secretHash: secret?.hash ?? null,
          createdAt: now,
          updatedAt: now,
        });
        await insertClient(trx, client);
        const after = oauth2ClientView(client);
        const subject = { of: { ownerId: client.ownerId }, subjectId: client.id, before: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'oauth2_client.created', after });
        const says = `The OAuth2 client ${nameInBody(client.name)} was made.`;
        const told = {
          userId: client.ownerId,
          subjectId: client.id,
          subject: 'An OAuth2 client was made',
          says,
          origin,
        };
        await notifyOwner(trx, instance, told);
        return { ...after, ...(secret === null ? {} : { client_secret: secret.secret }) };
      });
    },
  });
}
