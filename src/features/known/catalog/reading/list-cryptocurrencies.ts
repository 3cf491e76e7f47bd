// GET /cryptocurrencies: what can be paid with, where, and at which rates.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { CryptocurrencyWithNetworks, cryptocurrencyWithNetworks } from '../view.ts';

export function listCryptocurrencies(instance: Instance): Operation {
  return operation({
    id: 'listCryptocurrencies',
    method: 'GET',
    path: '/cryptocurrencies',
    group: 'Cryptocurrencies',
    summary: 'List cryptocurrencies',
    description: 'All that are known here, with networks and rates, in one answer. An app accepts only some of them.',
    access: { public: true, cookie: true, appToken: true },
    answer: Type.Array(CryptocurrencyWithNetworks),
    handle: async () => {
      const { cryptocurrencies, assets } = instance.catalog;
      const now = instance.clock.now();
      return cryptocurrencies.map((each) => cryptocurrencyWithNetworks(each, assets, instance.rates, now));
    },
  });
}
