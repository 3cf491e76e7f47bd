// GET /networks: every network known here.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { NetworkView, networkView } from '../view.ts';

export function listNetworks(instance: Instance): Operation {
  return operation({
    id: 'listNetworks',
    method: 'GET',
    path: '/networks',
    group: 'Cryptocurrencies',
    summary: 'List networks',
    description: 'Every network known here, in one answer. It does not say which ones an app is paid on.',
    access: { public: true, cookie: true, appToken: true },
    answer: Type.Array(NetworkView),
    handle: async () => instance.catalog.networks.map(networkView),
  });
}
