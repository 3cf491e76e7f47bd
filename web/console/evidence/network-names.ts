// What networks are called: lists name them by the symbol that the API takes.
import { useQuery } from '@tanstack/react-query';
import { coinsQuery } from './fiat-value.ts';

/** 'ethereum' in, 'Ethereum' out; the symbol where the name is not known yet. */
export function useNetworkNames(): (symbol: string) => string {
  const { data: coins } = useQuery(coinsQuery);
  const names = new Map(coins?.flatMap(({ networks }) => networks.map(({ symbol, name }) => [symbol, name])));
  return (symbol) => names.get(symbol) ?? symbol;
}
