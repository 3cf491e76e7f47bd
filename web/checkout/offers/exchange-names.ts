// What exchanges call a network where their customers choose one to withdraw on. Picking another one loses the money.

/**
 * By the network's key. The standards in brackets are how exchanges tell networks apart, as in the `name` of Binance's
 * list of networks (https://developers.binance.com/docs/wallet/capital/all-coins-info) and in
 * https://alchemypay.readme.io/docs/network-code; networks without one go by their own name there.
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

/** The name of a network that no exchange withdraws on, such as a test network, is its own. */
export function exchangeName({ symbol, name }: { readonly symbol: string; readonly name: string }): string {
  return names[symbol] ?? name;
}
