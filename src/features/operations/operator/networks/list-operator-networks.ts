// GET /operator/networks: returns the state and the number of calls of each network and endpoint.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { catalogAnswer, catalogQuery } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { readOperatorNetworks } from '../../../known/settings/networks/operator-networks.ts';
import { countAppsByNetwork } from '../../../receiving/addresses/store.ts';
import { operatorOnly, requireOperator } from '../require-operator.ts';
import { networkStandings } from './network-status.ts';
import { OperatorNetworkView, operatorNetworkView } from './network-view.ts';

export function listOperatorNetworks(instance: Instance): Operation {
  return operation({
    ...operatorOnly,
    id: 'listOperatorNetworks',
    method: 'GET',
    path: '/operator/networks',
    summary: 'List networks for the operator',
    description: 'As reported by the process that follows the network; no endpoint is asked.',
    query: Type.Object(catalogQuery),
    answer: Type.Array(OperatorNetworkView),
    handle: async ({ caller, query, url }) => {
      await requireOperator(instance, caller);
      const apps = await countAppsByNetwork(instance.db);
      const standings = await networkStandings(instance);
      const { networks } = await readOperatorNetworks(instance);
      const heldBy = new Map(networks.map((held) => [held.symbol, held]));
      const items = standings.map((standing) => ({ id: standing.network.id, standing }));
      return catalogAnswer(items, query, { publicUrl: instance.publicUrl, url }, ({ standing }) =>
        operatorNetworkView(standing, apps.get(standing.network.id) ?? 0, heldBy.get(standing.network.symbol) ?? null),
      );
    },
  });
}
