// POST /oauth2-client/{id}/rotate-secret: issues a new secret. The old one stops working at once.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2ClientWithSecret, oauth2ClientView } from '../view.ts';
import { newClientSecret } from './client-body.ts';
import { lockClientOf, sealedClient, updateClient } from './client-store.ts';

export function rotateOauth2ClientSecret(instance: Instance): Operation {
  return operation({
    id: 'rotateOauth2ClientSecret',
    method: 'POST',
    path: '/oauth2-client/:id/rotate-secret',
    group: 'OAuth2 Clients',
    summary: 'Rotate OAuth2 client secret',
    description: 'The old secret stops working at once. 422 if there is none.',
    access: { cookie: true },
    writes: 'oauth2_client',
    params: idInPath,
    answer: OAuth2ClientWithSecret,
    problems: ['validation_failed', 'client_tampered'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const client = await lockClientOf({ ...instance, db: trx }, params.id, personOf(caller));
        if (client.secretHash === null) {
          throw fieldProblem('token_endpoint_auth_method', 'not_allowed', 'This client has no secret.');
        }
        const { secret, hash } = newClientSecret();
        const changed = sealedClient(instance, { ...client, secretHash: hash, updatedAt: instance.clock.now() });
        await updateClient(trx, changed);
        const after = oauth2ClientView(changed);
        const subject = { of: { ownerId: client.ownerId }, subjectId: client.id, before: after, after };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'oauth2_client.secret_rotated' });
        const says = `The OAuth2 client ${nameInBody(client.name)} has a new secret; the old one stopped.`;
        const about = { userId: client.ownerId, subjectId: client.id, subject: 'An OAuth2 client has a new secret' };
        await notifyOwner(trx, instance, { ...about, says, origin });
        return { ...after, client_secret: secret };
      }),
  });
}
