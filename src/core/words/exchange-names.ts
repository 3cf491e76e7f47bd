// The names that exchanges give to networks on their withdrawal pages. Choosing another network loses the money.

/**
 * By the network's key. Exchanges distinguish networks by the standards in brackets, as in the `name` of Binance's list
 * of networks (https://developers.binance.com/docs/wallet/capital/all-coins-info) and in
 * https://alchemypay.readme.io/docs/network-code. Networks without a standard go by their own name.
 */
const names: Readonly<Record<string, string>> = {
  ethereum: 'Ethereum (ERC20)',
  tron: 'Tron (TRC20)',
  bsc: 'BNB Smart Chain (BEP20)',
  arbitrum: 'Arbitrum One',
  optimism: 'Optimism',
  polygon: 'Polygon',
  avalanche: 'Avalanche C-Chain',
  base: 'Base',
  bitcoin: 'Bitcoin (BTC)',
  litecoin: 'Litecoin (LTC)',
  dogecoin: 'Dogecoin (DOGE)',
};

/** Networks that no exchange supports, such as test networks, keep their own name. */
export function exchangeName({ symbol, name }: { readonly symbol: string; readonly name: string }): string {
  return names[symbol] ?? name;
}
