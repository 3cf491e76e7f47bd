// DELETE /session/{id}: signs one of the person's browsers out.

import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import { auditChange } from '../../audit/audit-change.ts';
import type { Instance } from '../../instance.ts';
import { personOf } from '../person.ts';
import { endSession as end } from '../session-store.ts';

export function endSession(instance: Instance): Operation {
  return operation({
    id: 'endSession',
    method: 'DELETE',
    path: '/session/:id',
    group: 'Sessions',
    summary: 'End browser session',
    description: 'That browser is signed out at once. Tokens and passkeys go on working.',
    access: { cookie: true },
    params: idInPath,
    answer: Type.Object({ id: uuid }),
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        if (!isUuid(params.id) || !(await end(trx, params.id, personOf(caller)))) throw new Problem('not_found');
        const subject = { of: { ownerId: personOf(caller) }, subjectId: params.id, before: null, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'session.ended' });
        return { id: params.id };
      }),
  });
}
