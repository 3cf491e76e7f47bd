// GET /network/{symbol}: returns one network.

import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { NetworkView, networkView } from '../view.ts';

export function getNetwork(instance: Instance): Operation {
  return operation({
    id: 'getNetwork',
    method: 'GET',
    path: '/network/:symbol',
    group: 'Cryptocurrencies',
    summary: 'Get network',
    description: 'Returns one network of this instance. 404 for any other.',
    access: { public: true, cookie: true, appToken: true },
    params: Type.Object({ symbol: Type.String({ maxLength: 300, description: 'In any case.' }) }),
    answer: NetworkView,
    problems: ['not_found'],
    handle: async ({ params }) => {
      const network = instance.catalog.networkBySymbol(params.symbol);
      if (network === null) throw new Problem('not_found');
      return networkView(network);
    },
  });
}
