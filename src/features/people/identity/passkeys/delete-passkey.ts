// DELETE /passkey/{id}: deletes a passkey, which can no longer be used to sign in.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { personOf } from '../person.ts';
import { removePasskeyOf } from './passkey-store.ts';
import { PasskeyView, passkeyView } from './passkey-view.ts';

export function deletePasskey(instance: Instance): Operation {
  return operation({
    id: 'deletePasskey',
    method: 'DELETE',
    path: '/passkey/:id',
    group: 'Passkeys',
    summary: 'Delete passkey',
    description: 'It can no longer be used to sign in, and its owner is notified by mail. Remove it on the device too.',
    access: { cookie: true },
    writes: 'passkey',
    params: idInPath,
    answer: PasskeyView,
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const passkey = isUuid(params.id) ? await removePasskeyOf(trx, params.id, personOf(caller)) : null;
        if (passkey === null) throw new Problem('not_found');
        const before = passkeyView(passkey);
        const subject = { of: { ownerId: passkey.userId }, subjectId: passkey.id, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'passkey.deleted', before });
        const says = `The passkey ${nameInBody(passkey.name)} was removed.`;
        const told = { userId: passkey.userId, subjectId: passkey.id, subject: 'A passkey was removed', says, origin };
        await notifyOwner(trx, instance, told);
        return before;
      }),
  });
}
