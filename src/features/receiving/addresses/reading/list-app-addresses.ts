// GET /app-addresses: lists the receiving addresses of one app or of all apps of the caller.

import { appFilter } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppIds } from '../../../people/apps/own-app.ts';
import { listAppAddresses as readAppAddresses } from '../store.ts';
import { AppAddressView, appAddressView } from '../view.ts';

export function listAppAddresses(instance: Instance): Operation {
  return operation({
    id: 'listAppAddresses',
    method: 'GET',
    path: '/app-addresses',
    group: 'App Addresses',
    summary: 'List receiving addresses',
    description: 'For one app, or for all apps of the caller. Children of an extended public key are not listed.',
    access: { cookie: true, pat: 'addresses:read', appToken: true, oauth2: 'addresses:read' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(AppAddressView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const addresses = await readAppAddresses(instance.db, appIds, page);
      return pageAnswer(addresses, page, { publicUrl: instance.publicUrl, url }, (address) =>
        appAddressView(instance, address),
      );
    },
  });
}
