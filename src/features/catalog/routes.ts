// The operations on what can be paid with, and in which currencies.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { getCryptocurrency } from './get-cryptocurrency.ts';
import { getCurrency } from './get-currency.ts';
import { listCryptocurrencies } from './list-cryptocurrencies.ts';
import { listCurrencies } from './list-currencies.ts';
import { listNetworks } from './list-networks.ts';

export function catalogRoutes(instance: Instance): Operation[] {
  return [
    listCryptocurrencies(instance),
    getCryptocurrency(instance),
    listNetworks(instance),
    listCurrencies(instance),
    getCurrency(instance),
  ];
}
