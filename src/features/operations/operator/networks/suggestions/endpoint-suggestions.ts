// Public endpoints, as their providers document them. They are only suggestions: the service contacts none by itself.

export interface Suggestion {
  /** The symbol of a built-in network. */
  readonly network: string;
  readonly provider: string;
  /** As it is entered. KEY stands for a key of an account with the provider. */
  readonly endpoint: string;
  readonly limits: string;
  readonly privacy: string;
  /** null where the provider does not document it. */
  readonly logs: boolean | null;
  readonly history: boolean | null;
  readonly traces: boolean | null;
  readonly documentation: string;
  /** The day on which that page was read. */
  readonly readAt: string;
}

const readAt = '2026-11-29';
const seesCalls =
  'The provider sees the address of this server, and the addresses that it asks about. See its privacy policy.';
const seesBlocks =
  'The provider sees the address of this server. Whole blocks are read, so it does not see your payments.';
const seesScripts =
  'The provider sees the address of this server, and every receiving address that is watched. See its privacy policy.';
const unknown = { logs: null, history: null, traces: null };

type Provider = Omit<Suggestion, 'network' | 'endpoint'>;

function listed(provider: Provider, endpoints: Readonly<Record<string, string>>): Suggestion[] {
  return Object.entries(endpoints).map(([network, endpoint]) => ({ network, endpoint, ...provider }));
}

const publicNode: Provider = {
  provider: 'PublicNode (Allnodes)',
  limits: 'Free, without a key. The limits are not documented.',
  privacy: seesCalls,
  ...unknown,
  documentation: 'https://ethereum.org/developers/tools/publicnode-allnodes/',
  readAt,
};

const alchemy: Provider = {
  provider: 'Alchemy',
  limits: 'It takes an account. The free plan has 30 million compute units a month.',
  privacy: seesCalls,
  logs: true,
  history: true,
  traces: null,
  documentation: 'https://www.alchemy.com/rpc/optimism.md',
  readAt,
};

const base: Provider = {
  provider: 'Base',
  limits: 'Rate limited, and not meant for production.',
  privacy: seesCalls,
  ...unknown,
  documentation: 'https://docs.base.org/base-chain/quickstart/connecting-to-base',
  readAt,
};

const arbitrum: Provider = {
  provider: 'Arbitrum',
  limits: 'The limits are not documented.',
  privacy: seesCalls,
  ...unknown,
  documentation: 'https://docs.arbitrum.io/arbitrum-essentials/reference/node-providers',
  readAt,
};

const linea: Provider = {
  provider: 'Linea',
  limits: 'Rate limited, and not meant for production.',
  privacy: seesCalls,
  ...unknown,
  documentation: 'https://docs.linea.build/get-started/tooling/node-providers',
  readAt,
};

const bnbChain: Provider = {
  provider: 'BNB Chain',
  limits: '10,000 calls in 5 minutes.',
  privacy: seesCalls,
  ...unknown,
  documentation: 'https://docs.bnbchain.org/bnb-smart-chain/developers/json_rpc/json-rpc-endpoint',
  readAt,
};

const gnosis: Provider = {
  provider: 'Gnosis',
  limits: 'Free, without any promise of availability.',
  privacy: seesCalls,
  ...unknown,
  documentation: 'https://docs.gnosischain.com/tools/RPC%20Providers/',
  readAt,
};

const tronGrid: Provider = {
  provider: 'TronGrid',
  limits: 'Severely limited without a key. With a key of a free account: about 100,000 calls a day.',
  privacy: seesBlocks,
  logs: true,
  history: null,
  traces: false,
  documentation: 'https://developers.tron.network/reference-link/rate-limits',
  readAt,
};

const blockstream: Provider = {
  provider: 'Blockstream (Esplora)',
  limits: 'Free, without a key. The limits are not documented.',
  privacy: seesScripts,
  logs: null,
  history: true,
  traces: null,
  documentation: 'https://github.com/Blockstream/esplora/blob/master/API.md',
  readAt,
};

const mempoolSpace: Provider = {
  provider: 'mempool.space (Esplora)',
  limits: 'Free, without a key. The limits are not published, and low.',
  privacy: seesScripts,
  logs: null,
  history: true,
  traces: null,
  documentation: 'https://github.com/mempool/mempool/discussions/752',
  readAt,
};

const litecoinSpace: Provider = {
  ...mempoolSpace,
  provider: 'Litecoin Space (Esplora)',
  limits: 'Free, without a key. The limits are not published.',
  documentation: 'https://litecoinspace.org/docs/api/rest',
};

const cakeWallet: Provider = {
  ...mempoolSpace,
  provider: 'Cake Wallet (Electrum)',
  limits: 'Free, without a key. The limits are not published.',
  documentation: 'https://github.com/cake-tech/cake_wallet/blob/main/assets/litecoin_electrum_server_list.yml',
};

export const endpointSuggestions: readonly Suggestion[] = [
  ...listed(publicNode, {
    ethereum: 'https://ethereum-rpc.publicnode.com',
    bsc: 'https://bsc-rpc.publicnode.com',
    polygon: 'https://polygon-bor-rpc.publicnode.com',
    optimism: 'https://optimism-rpc.publicnode.com',
    avalanche: 'https://avalanche-c-chain-rpc.publicnode.com',
    sepolia: 'https://ethereum-sepolia-rpc.publicnode.com',
  }),
  ...listed(alchemy, {
    ethereum: 'https://eth-mainnet.g.alchemy.com/v2/KEY',
    base: 'https://base-mainnet.g.alchemy.com/v2/KEY',
    arbitrum: 'https://arb-mainnet.g.alchemy.com/v2/KEY',
    optimism: 'https://opt-mainnet.g.alchemy.com/v2/KEY',
    polygon: 'https://polygon-mainnet.g.alchemy.com/v2/KEY',
    'polygon-amoy': 'https://polygon-amoy.g.alchemy.com/v2/KEY',
  }),
  ...listed(base, { base: 'https://mainnet.base.org', 'base-sepolia': 'https://sepolia.base.org' }),
  ...listed(arbitrum, {
    arbitrum: 'https://arb1.arbitrum.io/rpc',
    'arbitrum-sepolia': 'https://sepolia-rollup.arbitrum.io/rpc',
  }),
  ...listed(linea, { linea: 'https://rpc.linea.build', 'linea-sepolia': 'https://rpc.sepolia.linea.build' }),
  ...listed(bnbChain, { 'bsc-testnet': 'https://bsc-testnet-dataseed.bnbchain.org' }),
  ...listed(gnosis, { gnosis: 'https://rpc.gnosischain.com', 'gnosis-chiado': 'https://rpc.chiadochain.net' }),
  ...listed(tronGrid, {
    tron: 'https://KEY@api.trongrid.io',
    shasta: 'https://api.shasta.trongrid.io',
    nile: 'https://nile.trongrid.io',
  }),
  ...listed(blockstream, { bitcoin: 'esplora+https://blockstream.info/api' }),
  ...listed(mempoolSpace, {
    bitcoin: 'esplora+https://mempool.space/api',
    'bitcoin-testnet4': 'esplora+https://mempool.space/testnet4/api',
    'bitcoin-signet': 'esplora+https://mempool.space/signet/api',
  }),
  ...listed(litecoinSpace, { litecoin: 'esplora+https://litecoinspace.org/api' }),
  ...listed(cakeWallet, { litecoin: 'electrum+tls://ltc-electrum.cakewallet.com:50002' }),
];
