// PUT /oauth2-client/{id}: changes the given fields.

import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2ClientView, oauth2ClientView } from '../view.ts';
import { checkRedirectUris, clientFieldsInBody, webOriginsOf } from './client-body.ts';
import { lockClientOf, sealedClient, updateClient } from './client-store.ts';

const UpdateBody = Type.Object(
  {
    name: Type.Optional(clientFieldsInBody.name),
    redirect_uris: Type.Optional(clientFieldsInBody.redirect_uris),
    post_logout_redirect_uris: Type.Optional(clientFieldsInBody.post_logout_redirect_uris),
  },
  { additionalProperties: false },
);

export function updateOauth2Client(instance: Instance): Operation {
  return operation({
    id: 'updateOauth2Client',
    method: 'PUT',
    path: '/oauth2-client/:id',
    group: 'OAuth2 Clients',
    summary: 'Update OAuth2 client',
    description: 'Changes the given fields, lists as a whole. The secret and the kind of client stay.',
    access: { cookie: true },
    writes: 'oauth2_client',
    params: idInPath,
    body: UpdateBody,
    answer: OAuth2ClientView,
    problems: ['client_tampered'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const client = await lockClientOf({ ...instance, db: trx }, params.id, personOf(caller));
        checkRedirectUris(client.applicationType, body);
        const redirectUris = body.redirect_uris ?? client.redirectUris;
        const changed = sealedClient(instance, {
          ...client,
          name: body.name ?? client.name,
          redirectUris,
          origins: webOriginsOf(redirectUris),
          postLogoutRedirectUris: body.post_logout_redirect_uris ?? client.postLogoutRedirectUris,
          updatedAt: instance.clock.now(),
        });
        await updateClient(trx, changed);
        const [before, after] = [oauth2ClientView(client), oauth2ClientView(changed)];
        const subject = { of: { ownerId: client.ownerId }, subjectId: client.id, before, after };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'oauth2_client.updated' });
        const says = `The OAuth2 client ${nameInBody(changed.name)} was changed: its name or its redirect URIs.`;
        const about = { userId: client.ownerId, subjectId: client.id, subject: 'An OAuth2 client was changed' };
        await notifyOwner(trx, instance, { ...about, says, origin });
        return after;
      }),
  });
}
