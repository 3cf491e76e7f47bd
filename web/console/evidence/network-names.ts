// Names of networks by their symbol in the API.
import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from './fiat-value.ts';

/** 'ethereum' in, 'Ethereum' out; the symbol itself until the names are loaded. */
export function useNetworkNames(): (symbol: string) => string {
  const { data: coins } = useQuery(coinsQuery);
  const names = new Map(coins?.flatMap(({ networks }) => networks.map(({ symbol, name }) => [symbol, name])));
  return (symbol) => names.get(symbol) ?? symbol;
}
