// The operations that list networks, cryptocurrencies and fiat currencies.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { getCryptocurrency } from './reading/get-cryptocurrency.ts';
import { getCurrency } from './reading/get-currency.ts';
import { getNetwork } from './reading/get-network.ts';
import { listCryptocurrencies } from './reading/list-cryptocurrencies.ts';
import { listCurrencies } from './reading/list-currencies.ts';
import { listNetworks } from './reading/list-networks.ts';

export function catalogRoutes(instance: Instance): Operation[] {
  return [
    listCryptocurrencies(instance),
    getCryptocurrency(instance),
    listNetworks(instance),
    getNetwork(instance),
    listCurrencies(instance),
    getCurrency(instance),
  ];
}
