// GET /currency/{code}: returns one fiat currency.

import { currencyOf } from '../../../../core/money/currency.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { CurrencyView, currencyView } from '../view.ts';

export function getCurrency(instance: Instance): Operation {
  return operation({
    id: 'getCurrency',
    method: 'GET',
    path: '/currency/:code',
    group: 'Currencies',
    summary: 'Get currency',
    description: '404 if this instance has no rates in it.',
    access: { public: true, cookie: true, appToken: true },
    params: Type.Object({ code: Type.String({ maxLength: 300, description: 'ISO 4217, in any case.' }) }),
    answer: CurrencyView,
    problems: ['not_found'],
    handle: async ({ params }) => {
      const currency = currencyOf(params.code.toUpperCase());
      if (currency === null || !instance.rates.currencies.includes(currency.code)) throw new Problem('not_found');
      return currencyView(currency);
    },
  });
}
