// Common names of networks and coins that are not their symbols in the registry. Requests may use them, responses never
// do.

/** Another name of a network or coin. Comparison ignores case, and spaces and underscores count as hyphens. */
export interface Alias {
  readonly alias: string;
  /** The symbol of the network or cryptocurrency. */
  readonly symbol: string;
  /** The network on which the coin has this name. Without it, the name applies on every network. */
  readonly network?: string;
}

/** The aliases of networks and of coins. */
export interface Aliases {
  readonly networks: readonly Alias[];
  readonly coins: readonly Alias[];
}

// Token standards, coins and short names that exchanges and wallets show for a network.
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

// Tether's dollar is named USDT0 where its bridge issues it, and those contracts call themselves USD₮0. Binance's
// dollar is named BSC-USD. Polygon's coin was MATIC until September 2024. Kraken uses XBT and XDG.
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
