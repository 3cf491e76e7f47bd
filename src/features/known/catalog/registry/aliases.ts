// Usual names of networks and coins beside the ones of the registry, taken in requests and never answered.

/** A further name of a network or coin. Names are compared in any case; spaces and underscores count as hyphens. */
export interface Alias {
  readonly alias: string;
  /** Of the network or cryptocurrency that is meant. */
  readonly symbol: string;
  /** Where a coin has this name; on any network unless given. */
  readonly network?: string;
}

/** Names of networks and of coins. */
export interface Aliases {
  readonly networks: readonly Alias[];
  readonly coins: readonly Alias[];
}

// Token standards, coins and short names as exchanges and wallets show them for a network.
const networks: Readonly<Record<string, string>> = {
  ethereum: 'eth erc20 erc-20 eth-mainnet ethereum-mainnet',
  bsc: 'bep20 bep-20 bnb bnb-chain bnbchain bnb-smart-chain binance-smart-chain smartchain bsc-mainnet',
  tron: 'trc20 trc-20 trx tron-mainnet',
  polygon: 'matic pol polygon-pos matic-network polygon-mainnet polygon-matic',
  arbitrum: 'arb arb1 arbitrum-one arb-one arbitrum-mainnet',
  optimism: 'op op-mainnet optimism-mainnet optimistic-ethereum oeth',
  avalanche: 'avax avaxc avax-c avax-c-chain avalanche-c avalanche-c-chain c-chain cchain',
  base: 'base-mainnet',
  gnosis: 'xdai gno gnosis-chain xdai-chain',
  linea: 'linea-mainnet',
  bitcoin: 'btc xbt bitcoin-mainnet',
  litecoin: 'ltc litecoin-mainnet',
  dogecoin: 'doge xdg dogecoin-mainnet',
  sepolia: 'eth-sepolia ethereum-sepolia',
  'arbitrum-sepolia': 'arb-sepolia',
  'optimism-sepolia': 'op-sepolia',
  'polygon-amoy': 'amoy matic-amoy pol-amoy',
  'bsc-testnet': 'bnb-testnet bnb-smart-chain-testnet',
  'avalanche-fuji': 'fuji avax-fuji',
  'gnosis-chiado': 'chiado',
  nile: 'tron-nile trx-nile',
  shasta: 'tron-shasta trx-shasta',
  'bitcoin-testnet4': 'btc-testnet4 testnet4',
  'bitcoin-signet': 'btc-signet signet',
  'litecoin-testnet': 'ltc-testnet',
};

// Tether's dollar is USDT0 where its bridge issues it, whose contracts call themselves USD₮0; Binance's is BSC-USD.
// Polygon's coin was MATIC until September 2024. XBT and XDG are what Kraken says.
const coins: Readonly<Record<string, string>> = {
  USDT: 'USDT0 USD₮ USD₮0 BSC-USD TETHER',
  USDT0: 'USDT USD₮ USD₮0 TETHER',
  POL: 'MATIC',
  BTC: 'XBT BITCOIN',
  DOGE: 'XDG DOGECOIN',
  LTC: 'LITECOIN',
  ETH: 'ETHER ETHEREUM',
  TRX: 'TRON',
};

function listed(names: Readonly<Record<string, string>>): Alias[] {
  return Object.entries(names).flatMap(([symbol, aliases]) => aliases.split(' ').map((alias) => ({ alias, symbol })));
}

export const usualAliases: Aliases = { networks: listed(networks), coins: listed(coins) };
