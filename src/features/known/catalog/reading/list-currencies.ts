// GET /currencies: lists the fiat currencies that rates may exist in.

import { currencyOf } from '../../../../core/money/currency.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { catalogAnswer, catalogQuery } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { CurrencyView, currencyView } from '../view.ts';

export function listCurrencies(instance: Instance): Operation {
  return operation({
    id: 'listCurrencies',
    method: 'GET',
    path: '/currencies',
    group: 'Currencies',
    summary: 'List currencies',
    description: 'Lists all that this instance has rates in, in one answer unless a page is requested.',
    access: { public: true, cookie: true, appToken: true },
    query: Type.Object(catalogQuery),
    answer: Type.Array(CurrencyView),
    handle: async ({ query, url }) => {
      const currencies = instance.rates.currencies.flatMap((code) => currencyOf(code) ?? []).map(currencyView);
      return catalogAnswer(currencies, query, { publicUrl: instance.publicUrl, url }, (one) => one);
    },
  });
}
