// The operations on accepted cryptocurrencies.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createAppCryptocurrency } from './create-app-cryptocurrency.ts';
import { deleteAppCryptocurrency } from './delete-app-cryptocurrency.ts';
import { getAppCryptocurrency } from './get-app-cryptocurrency.ts';
import { listAppCryptocurrencies } from './list-app-cryptocurrencies.ts';
import { updateAppCryptocurrency } from './update-app-cryptocurrency.ts';

export function appCryptocurrencyRoutes(instance: Instance): Operation[] {
  return [
    listAppCryptocurrencies(instance),
    createAppCryptocurrency(instance),
    getAppCryptocurrency(instance),
    updateAppCryptocurrency(instance),
    deleteAppCryptocurrency(instance),
  ];
}
