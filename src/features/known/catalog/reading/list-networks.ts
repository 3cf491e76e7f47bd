// GET /networks: every network known here.

import { type Operation, operation } from '../../../../io/http/operation.ts';
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
    description: 'All that are known here, in one answer, whether or not an app is paid on them.',
    access: { public: true, cookie: true, appToken: true },
    answer: Type.Array(NetworkView),
    handle: async () => instance.catalog.networks.map(networkView),
  });
}
