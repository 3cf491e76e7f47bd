// DELETE /personal-access-token/{id}: the token stops working at once.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { personOf } from '../person.ts';
import { deleteTokenOf } from '../store.ts';
import { PersonalAccessTokenView, personalAccessTokenView } from '../view.ts';

export function deletePersonalAccessToken(instance: Instance): Operation {
  return operation({
    id: 'deletePersonalAccessToken',
    method: 'DELETE',
    path: '/personal-access-token/:id',
    group: 'Personal Access Tokens',
    summary: 'Revoke personal access token',
    description: 'It stops working at once, permanently. A browser needs a recent sign-in or step-up.',
    access: { cookie: true, pat: 'account:write' },
    writes: 'personal_access_token',
    params: idInPath,
    answer: PersonalAccessTokenView,
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const token = isUuid(params.id) ? await deleteTokenOf(trx, params.id, personOf(caller)) : null;
        if (token === null) throw new Problem('not_found');
        const before = personalAccessTokenView(token);
        const subject = { of: { ownerId: personOf(caller) }, subjectId: token.id, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'access_token.revoked', before });
        const says = `The personal access token ${nameInBody(token.name)} was revoked.`;
        const about = { userId: personOf(caller), subjectId: token.id, subject: 'A personal access token was revoked' };
        await notifyOwner(trx, instance, { ...about, says, origin });
        return before;
      }),
  });
}
