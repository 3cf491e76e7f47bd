// GET /networks: lists every network of this instance.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { catalogAnswer, catalogQuery } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { NetworkView, networkView } from '../view.ts';

export function listNetworks(instance: Instance): Operation {
  return operation({
    id: 'listNetworks',
    method: 'GET',
    path: '/networks',
    group: 'Cryptocurrencies',
    summary: 'List networks',
    description: 'Lists all networks, whether or not an app is paid on them, in one answer unless a page is requested.',
    access: { public: true, cookie: true, appToken: true },
    query: Type.Object(catalogQuery),
    answer: Type.Array(NetworkView),
    handle: async ({ query, url }) =>
      catalogAnswer(instance.catalog.networks, query, { publicUrl: instance.publicUrl, url }, networkView),
  });
}
