// DELETE /oauth2-session/{id}: withdraws the consent. All tokens of the client for this person stop working at once.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2SessionView, oauth2SessionView } from '../view.ts';
import { deleteGrantOf } from './grant-store.ts';

export function deleteOauth2Session(instance: Instance): Operation {
  return operation({
    id: 'deleteOauth2Session',
    method: 'DELETE',
    path: '/oauth2-session/:id',
    group: 'OAuth2 Sessions',
    summary: 'Revoke OAuth2 session',
    description: 'All its tokens stop working at once. The program may ask again.',
    access: { cookie: true, pat: 'account:write' },
    writes: 'oauth2_session',
    params: idInPath,
    answer: OAuth2SessionView,
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const grant = isUuid(params.id) ? await deleteGrantOf(trx, params.id, personOf(caller)) : null;
        if (grant === null) throw new Problem('not_found');
        const before = oauth2SessionView(grant);
        const userId = personOf(caller);
        const change = { of: { ownerId: userId }, subjectId: grant.id, before, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...change, action: 'oauth2_session.revoked' });
        const subject = 'A program lost its access';
        const says = `The access of the program ${before.client.name} to your account was revoked.`;
        await notifyOwner(trx, instance, { userId, subjectId: grant.id, subject, says, origin });
        return before;
      }),
  });
}
