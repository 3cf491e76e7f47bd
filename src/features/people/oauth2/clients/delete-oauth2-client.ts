// DELETE /oauth2-client/{id}: deletes a client. Its tokens stop working at once.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2ClientView, oauth2ClientView } from '../view.ts';
import { deleteClientOf } from './client-store.ts';

export function deleteOauth2Client(instance: Instance): Operation {
  return operation({
    id: 'deleteOauth2Client',
    method: 'DELETE',
    path: '/oauth2-client/:id',
    group: 'OAuth2 Clients',
    summary: 'Delete OAuth2 client',
    description: 'It can no longer request access, and existing access ends.',
    access: { cookie: true, pat: 'account:write' },
    writes: 'oauth2_client',
    params: idInPath,
    answer: OAuth2ClientView,
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const client = isUuid(params.id) ? await deleteClientOf(trx, params.id, personOf(caller)) : null;
        if (client === null) throw new Problem('not_found');
        const before = oauth2ClientView(client);
        const subject = { of: { ownerId: client.ownerId }, subjectId: client.id, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'oauth2_client.deleted', before });
        const says = `The OAuth2 client ${nameInBody(client.name)} was deleted.`;
        const about = { userId: client.ownerId, subjectId: client.id, subject: 'An OAuth2 client was deleted' };
        await notifyOwner(trx, instance, { ...about, says, origin });
        return before;
      }),
  });
}
