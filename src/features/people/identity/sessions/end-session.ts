// DELETE /session/{id}: signs out one of the person's browsers.
import { effectsOf } from '../../../../core/effects/effects-of.ts';
import { requireProof } from '../../../../core/effects/require-effects.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { personOf } from '../person.ts';
import { endSession as end } from '../session-store.ts';

export function endSession(instance: Instance): Operation {
  return operation({
    id: 'endSession',
    method: 'DELETE',
    path: '/session/:id',
    group: 'Sessions',
    summary: 'End browser session',
    description:
      'Signs that browser out. To end another browser’s session, a recent proof is required, and a mail is sent.',
    access: { cookie: true },
    writes: 'session',
    problems: ['reauthentication_required'],
    params: idInPath,
    answer: Type.Object({ id: uuid }),
    handle: ({ params, caller, origin, commit }) => {
      const isOwn = caller.kind === 'cookie' && caller.sessionId === params.id;
      if (effectsOf('session', { isInUse: isOwn }, null).length > 0) requireProof(caller, instance.clock.now());
      return commit(async (trx) => {
        const userId = personOf(caller);
        if (!isUuid(params.id) || !(await end(trx, params.id, userId))) throw new Problem('not_found');
        const subject = { of: { ownerId: userId }, subjectId: params.id, before: null, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'session.ended' });
        if (!isOwn) await notifyOwner(trx, instance, { userId, subjectId: params.id, ...signedOut, origin });
        return { id: params.id };
      });
    },
  });
}

const signedOut = {
  subject: 'A browser was signed out',
  says: 'One of your browsers was signed out from another one.',
};
