// GET /cryptocurrencies: lists the cryptocurrencies with their networks and rates.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { catalogAnswer, catalogQuery } from '../../../../io/http/page.ts';
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
    description: [
      'Lists all with networks and rates, in one answer unless a page is requested. An app accepts only',
      'some of them.',
    ].join(' '),
    access: { public: true, cookie: true, appToken: true },
    query: Type.Object(catalogQuery),
    answer: Type.Array(CryptocurrencyWithNetworks),
    handle: async ({ query, url }) => {
      const { cryptocurrencies, assets } = instance.catalog;
      const now = instance.clock.now();
      return catalogAnswer(cryptocurrencies, query, { publicUrl: instance.publicUrl, url }, (each) =>
        cryptocurrencyWithNetworks(each, assets, instance.rates, now),
      );
    },
  });
}
