// GET /app-addresses: where an app's money goes.

import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownApp } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { listAppAddresses as readAppAddresses } from './store.ts';
import { AppAddressView, appAddressView } from './view.ts';

export function listAppAddresses(instance: Instance): Operation {
  return operation({
    id: 'listAppAddresses',
    method: 'GET',
    path: '/app-addresses',
    group: 'App Addresses',
    summary: 'List receiving addresses',
    access: { cookie: true, pat: 'addresses:read', appToken: true, oauth2: 'addresses:read' },
    query: Type.Object({ app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }), ...pageQuery }),
    answer: Type.Array(AppAddressView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const app = await ownApp(instance.db, query.app_id, caller);
      const page = readPage(query);
      const addresses = await readAppAddresses(instance.db, app.id, page.limit, page.after);
      return pageAnswer(addresses, page, { publicUrl: instance.publicUrl, url }, (address) =>
        appAddressView(instance, address),
      );
    },
  });
}
