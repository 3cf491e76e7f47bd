// The available coins, as rows by network, each with the app's settings for it.
import { queryOptions } from '@tanstack/react-query';
import type {
  App,
  AppAddress,
  AppCryptocurrency,
  CryptocurrencyWithNetworks,
  Network,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { sendingCost } from './sending-cost.ts';

export const acceptedQuery = (appId: string) =>
  queryOptions({
    queryKey: ['app-cryptocurrencies', appId],
    queryFn: ({ signal }) =>
      api.get<AppCryptocurrency[]>('/app-cryptocurrencies', { app_id: appId, limit: 100 }, signal),
  });

export const cryptocurrenciesQuery = queryOptions({
  queryKey: ['cryptocurrencies'],
  queryFn: ({ signal }) => api.get<CryptocurrencyWithNetworks[]>('/cryptocurrencies', {}, signal),
});

export interface CoinRow {
  readonly symbol: string;
  readonly name: string;
  /** The usual minimum of confirmations. */
  readonly usual: number;
  /** The cost of sending it, in words; null if unknown. */
  readonly cost: string | null;
  /** Whether network and token are available. */
  readonly isAvailable: boolean;
  /** null: the app does not accept it. */
  readonly accepted: AppCryptocurrency | null;
}

export interface NetworkRows {
  readonly network: Network;
  readonly coins: readonly CoinRow[];
  /** Whether the app has an active address there. */
  readonly hasAddress: boolean;
}

export interface KnownCoins {
  readonly networks: readonly Network[];
  readonly cryptocurrencies: readonly CryptocurrencyWithNetworks[];
  readonly accepted: readonly AppCryptocurrency[];
  readonly addresses: readonly AppAddress[];
}

/** The networks for the app's kind, reachable ones first, each with its coins. */
export function rowsOf(app: App, known: KnownCoins): NetworkRows[] {
  const rows = known.networks
    .filter(({ test }) => test === (app.environment === 'development'))
    .map((network) => ({
      network,
      coins: known.cryptocurrencies.flatMap((coin) => coinsOn(network, coin, known)),
      hasAddress: known.addresses.some((one) => one.enabled && one.network.symbol === network.symbol),
    }));
  const isUsed = ({ coins }: NetworkRows) => coins.some(({ accepted }) => accepted !== null);
  const rank = (one: NetworkRows) => (isUsed(one) ? 0 : one.network.available ? 1 : 2);
  return rows.filter(({ coins }) => coins.length > 0).sort((a, b) => rank(a) - rank(b));
}

function coinsOn(
  network: Network,
  coin: CryptocurrencyWithNetworks,
  { accepted, cryptocurrencies }: Pick<KnownCoins, 'accepted' | 'cryptocurrencies'>,
): CoinRow[] {
  return coin.networks
    .filter(({ symbol }) => symbol === network.symbol)
    .map((place) => ({
      symbol: coin.symbol,
      name: coin.name,
      usual: place.confirmations,
      cost: sendingCost(place, cryptocurrencies),
      isAvailable: place.available,
      accepted:
        accepted.find((one) => one.cryptocurrency.symbol === coin.symbol && one.network.symbol === network.symbol) ??
        null,
    }));
}
