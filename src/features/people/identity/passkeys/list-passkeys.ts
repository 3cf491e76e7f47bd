// GET /passkeys: the signed-in person's own.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../person.ts';
import { listPasskeysOf } from './passkey-store.ts';
import { PasskeyView, passkeyView } from './passkey-view.ts';

export function listPasskeys(instance: Instance): Operation {
  return operation({
    id: 'listPasskeys',
    method: 'GET',
    path: '/passkeys',
    group: 'Passkeys',
    summary: 'List passkeys',
    description: 'Of the signed-in person, at most 100. No key material is shown.',
    access: { cookie: true },
    answer: Type.Array(PasskeyView),
    handle: async ({ caller }) => (await listPasskeysOf(instance.db, personOf(caller))).map(passkeyView),
  });
}
