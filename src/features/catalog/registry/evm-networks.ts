// The EVM networks that Quittance knows by itself: a new one is one more entry.
import type { NetworkEntry, TokenEntry } from '../../../core/config/network-entry.ts';

// Contracts are as their issuers publish them (Circle's and Tether's lists of addresses, MakerDAO's chainlog for DAI).
// A token that its issuer does not issue on a network itself is left out, bridged or not, as long as we are not certain
// of it. Endpoints are the operator's to choose: without one a network is shown as not available.

const ether = { symbol: 'ETH', name: 'Ether', decimals: 18 };
const usdt = { symbol: 'USDT', name: 'Tether USD', decimals: 6, stable: true, peg: 'USD' };
const usdc = { symbol: 'USDC', name: 'USD Coin', decimals: 6, stable: true, peg: 'USD' };
const dai = { symbol: 'DAI', name: 'Dai', decimals: 18, stable: true, peg: 'USD' };
const eurc = { symbol: 'EURC', name: 'EURC', decimals: 6, stable: true, peg: 'EUR' };

export const evmNetworks: readonly NetworkEntry[] = [
  {
    symbol: 'ethereum',
    name: 'Ethereum',
    family: 'EVM',
    chainId: 1,
    params: null,
    rpc: [],
    // The deepest reorg since blocks come from the beacon chain was of 7 (25 May 2022). Final takes about 64.
    confirmations: 12,
    test: false,
    explorerTransaction: 'https://etherscan.io/tx/{hash}',
    pollIntervalMs: 4_000,
    reorgDepth: 256,
    native: ether,
    tokens: [
      at('0xdAC17F958D2ee523a2206206994597C13D831ec7', usdt),
      at('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', usdc),
      at('0x6B175474E89094C44Da98b954EedeAC495271d0F', dai),
      at('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', eurc),
    ],
  },
  {
    symbol: 'base',
    name: 'Base',
    family: 'EVM',
    chainId: 8453,
    params: null,
    rpc: [],
    // One sequencer makes a block every 2 s and does not take it back unless it fails before writing it to Ethereum.
    confirmations: 15,
    test: false,
    explorerTransaction: 'https://basescan.org/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 1_024,
    native: ether,
    tokens: [
      at('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', usdc),
      at('0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', dai),
      at('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', eurc),
    ],
  },
  {
    symbol: 'sepolia',
    name: 'Sepolia',
    family: 'EVM',
    chainId: 11_155_111,
    params: null,
    rpc: [],
    // Nothing of value moves here; a developer should not wait long.
    confirmations: 3,
    test: true,
    explorerTransaction: 'https://sepolia.etherscan.io/tx/{hash}',
    pollIntervalMs: 4_000,
    reorgDepth: 256,
    native: ether,
    tokens: [
      at('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', usdc),
      at('0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4', eurc),
    ],
  },
  {
    symbol: 'base-sepolia',
    name: 'Base Sepolia',
    family: 'EVM',
    chainId: 84_532,
    params: null,
    rpc: [],
    confirmations: 3,
    test: true,
    explorerTransaction: 'https://sepolia.basescan.org/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 1_024,
    native: ether,
    tokens: [
      at('0x036CbD53842c5426634e7929541eC2318f3dCF7e', usdc),
      at('0x808456652fdb597867f38412077A9182bf77359F', eurc),
    ],
  },
];

/** `checksummed` is written as explorers show it, so that a reader can compare; kept as the catalog keeps it. */
function at(checksummed: string, token: Omit<TokenEntry, 'contract'>): TokenEntry {
  return { ...token, contract: checksummed.toLowerCase() };
}
