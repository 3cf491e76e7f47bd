// The network `test`, whose chain the service makes itself. It has the form of an EVM network, and its coins have no
// value.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';

export const testNetwork: NetworkEntry = {
  symbol: 'test',
  name: 'Test network',
  family: 'EVM',
  // Wallets refuse chain ids above 4,503,599,627,370,476, so none of them can send a real coin by mistake.
  chainId: 9_007_199_254_740_000,
  // Addresses are not shared with the other networks of the family: a test payment concerns none of them.
  params: 'test-chain',
  hasTestChain: true,
  rpc: [],
  test: true,
  confirmations: 3,
  finality: { depth: 64 },
  traces: 'off',
  explorerTransaction: null,
  pollIntervalMs: 1_000,
  idleMillis: 5_000,
  reorgDepth: 256,
  native: { symbol: 'TEST', name: 'Test coin', decimals: 18 },
  tokens: [
    {
      contract: '0x7e57000000000000000000000000000000000001',
      symbol: 'TUSD',
      name: 'Test dollar',
      decimals: 6,
      stable: true,
      peg: 'USD',
      feeOnTransfer: false,
    },
  ],
};
