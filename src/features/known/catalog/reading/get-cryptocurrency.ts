// GET /cryptocurrency/{symbol}: returns one cryptocurrency.

import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { CryptocurrencyWithNetworks, cryptocurrencyWithNetworks } from '../view.ts';

export function getCryptocurrency(instance: Instance): Operation {
  return operation({
    id: 'getCryptocurrency',
    method: 'GET',
    path: '/cryptocurrency/:symbol',
    group: 'Cryptocurrencies',
    summary: 'Get cryptocurrency',
    description: 'With its networks and rates.',
    access: { public: true, cookie: true, appToken: true },
    params: Type.Object({ symbol: Type.String({ maxLength: 300, description: 'In any case.' }) }),
    answer: CryptocurrencyWithNetworks,
    problems: ['not_found'],
    handle: async ({ params }) => {
      const cryptocurrency = instance.catalog.cryptocurrencyBySymbol(params.symbol);
      if (cryptocurrency === null) throw new Problem('not_found');
      return cryptocurrencyWithNetworks(cryptocurrency, instance.catalog.assets, instance.rates, instance.clock.now());
    },
  });
}
