// The network configuration for benchmarks that follow no chain and run only the api role.

export const benchNetworks = {
  networks: {
    local: {
      type: 'EVM',
      name: 'Local chain',
      chain_id: 31337,
      rpc: ['http://127.0.0.1:9'],
      confirmations: 3,
      test: true,
      native: { symbol: 'ETH' },
    },
  },
  rates: { sources: [], fixed: { ETH: { USD: '3127.41' } } },
};
