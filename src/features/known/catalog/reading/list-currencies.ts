// GET /currencies: the fiat currencies that there may be rates in.

import { currencyOf } from '../../../../core/money/currency.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
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
    description: 'All that this instance has rates in, in one answer.',
    access: { public: true, cookie: true, appToken: true },
    answer: Type.Array(CurrencyView),
    handle: async () => instance.rates.currencies.flatMap((code) => currencyOf(code) ?? []).map(currencyView),
  });
}
