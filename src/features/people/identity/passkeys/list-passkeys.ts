// GET /passkeys: lists the signed-in person's passkeys.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage, rowsOfPage } from '../../../../io/http/page.ts';
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
    description: 'Lists at most 100 of the signed-in person. Key material is not shown.',
    access: { cookie: true },
    query: Type.Object(pageQuery),
    answer: Type.Array(PasskeyView),
    handle: async ({ caller, query, url }) => {
      const page = readPage(query);
      const passkeys = await listPasskeysOf(instance.db, personOf(caller));
      return pageAnswer(rowsOfPage(passkeys, page), page, { publicUrl: instance.publicUrl, url }, passkeyView);
    },
  });
}
