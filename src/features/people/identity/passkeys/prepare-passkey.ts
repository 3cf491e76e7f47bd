// POST /passkey/options: returns the options with which the browser creates a passkey for the signed-in person.

import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { findUser } from '../store.ts';
import { challengeSeconds, creationOptions } from './ceremony.ts';
import { listPasskeysOf, recordChallenge } from './passkey-store.ts';

export function preparePasskey(instance: Instance): Operation {
  return operation({
    id: 'preparePasskey',
    method: 'POST',
    path: '/passkey/options',
    group: 'Passkeys',
    summary: 'Prepare a passkey',
    description: 'Pass the answer to `PublicKeyCredential.parseCreationOptionsFromJSON`. It is valid for 5 minutes.',
    access: { cookie: true },
    writes: 'passkey',
    answer: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    handle: async ({ caller, commit }) => {
      if (caller.kind !== 'cookie') throw new Problem('forbidden');
      const user = await findUser(instance.db, caller.userId);
      if (user === null) throw new Problem('forbidden');
      const options = creationOptions(instance.publicUrl, user, await listPasskeysOf(instance.db, user.id));
      return commit(async (trx) => {
        const { challenge: value } = options;
        const now = instance.clock.now();
        await recordChallenge(
          { ...instance, db: trx },
          { id: instance.newId(), holder: caller.sessionId, value, now },
          challengeSeconds,
        );
        return options;
      });
    },
  });
}
