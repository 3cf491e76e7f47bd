// POST /passkey: verifies the browser's response to the options and registers the passkey for sign-ins.

import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { readCreation } from './ceremony.ts';
import { insertPasskey, sealedPasskey, takeChallenge } from './passkey-store.ts';
import { PasskeyView, passkeyView } from './passkey-view.ts';

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    response: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'RegistrationResponseJSON, as returned by `PublicKeyCredential.toJSON()`.',
    }),
  },
  { additionalProperties: false },
);

export function createPasskey(instance: Instance): Operation {
  return operation({
    id: 'createPasskey',
    method: 'POST',
    path: '/passkey',
    group: 'Passkeys',
    summary: 'Create passkey',
    description: [
      'Send the browser’s response to POST /passkey/options. Options can be used once, right or wrong: after a 422,',
      'request new ones.',
    ].join(' '),
    access: { cookie: true },
    writes: 'passkey',
    body: Body,
    status: 201,
    answer: PasskeyView,
    handle: async ({ body, caller, origin, commit }) => {
      if (caller.kind !== 'cookie') throw new Problem('forbidden');
      const now = instance.clock.now();
      // The challenge is consumed before it is checked, so that it can be answered only once.
      const challenge = await takeChallenge(instance, caller.sessionId, now);
      const key = challenge === null ? null : readCreation(instance.publicUrl, challenge, body.response);
      if (key === null) {
        throw fieldProblem('response', 'not_verified', 'It does not match the latest options. Request options again.');
      }
      const passkey = sealedPasskey(instance, {
        id: instance.newId(),
        userId: caller.userId,
        name: body.name,
        ...key,
        lastUsedAt: null,
        createdAt: now,
      });
      return commit(async (trx) => {
        if (!(await insertPasskey(trx, passkey))) {
          throw fieldProblem('response', 'taken', 'This passkey is registered already.');
        }
        const after = passkeyView(passkey);
        const subject = { of: { ownerId: passkey.userId }, subjectId: passkey.id, before: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'passkey.created', after });
        const says = `The passkey ${nameInBody(passkey.name)} was added: it signs in without the password.`;
        const told = { userId: passkey.userId, subjectId: passkey.id, subject: 'A passkey was added', says, origin };
        await notifyOwner(trx, instance, told);
        return after;
      });
    },
  });
}
