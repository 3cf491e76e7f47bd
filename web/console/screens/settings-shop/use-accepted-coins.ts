// The coins that an app accepts, with the confirmations that their networks need.
import { useQuery } from '@tanstack/react-query';
import type { AppCryptocurrency } from '../../../../sdk/typescript/src/generated/api.ts';
import { acceptedQuery, cryptocurrenciesQuery } from '../coins/coin-queries.ts';
import type { AcceptedCoin } from './consequences.ts';

export interface CoinOfApp extends AcceptedCoin {
  readonly accepted: AppCryptocurrency;
  /** Whether some unconfirmed payments are accepted. */
  readonly takesUnconfirmed: boolean;
}

/** Empty until they are loaded. */
export function useAcceptedCoins(appId: string): readonly CoinOfApp[] {
  const accepted = useQuery(acceptedQuery(appId));
  const all = useQuery(cryptocurrenciesQuery);
  return (accepted.data ?? []).flatMap((one) => {
    const coin = all.data?.find(({ symbol }) => symbol === one.cryptocurrency.symbol);
    const network = coin?.networks.find(({ symbol }) => symbol === one.network.symbol);
    if (network === undefined) return [];
    return {
      accepted: one,
      symbol: one.cryptocurrency.symbol,
      network: one.network,
      usual: network.confirmations,
      floor: network.confirmations_floor,
      asked: one.confirmations > network.confirmations ? one.confirmations : null,
      takesUnconfirmed: typeof one.accept_unconfirmed_up_to === 'string',
    };
  });
}
