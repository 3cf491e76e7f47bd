// The test networks of the EVM networks: coins without worth, for developers, who should not wait long.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';
import { at, ether, eurc, usdc } from './evm-coins.ts';

// Nothing of value moves here, so three confirmations do; that there are main networks to each says what they are like.
// Contracts are as Circle publishes them; Tether has no test tokens.
const test = { family: 'EVM', params: null, rpc: [], test: true, confirmations: 3 } as const;
const finality = { tag: 'finalized', stalledAfterSeconds: 7_200 } as const;

export const evmTestNetworks: readonly NetworkEntry[] = [
  {
    ...{ ...test, symbol: 'sepolia', name: 'Sepolia', chainId: 11_155_111, finality },
    ...{ explorerTransaction: 'https://sepolia.etherscan.io/tx/{hash}', pollIntervalMs: 4_000, reorgDepth: 256 },
    native: ether,
    tokens: [
      at('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', usdc),
      at('0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4', eurc),
    ],
  },
  {
    ...{ ...test, symbol: 'base-sepolia', name: 'Base Sepolia', chainId: 84_532, finality },
    ...{ explorerTransaction: 'https://sepolia.basescan.org/tx/{hash}', pollIntervalMs: 1_000, reorgDepth: 1_024 },
    native: ether,
    tokens: [
      at('0x036CbD53842c5426634e7929541eC2318f3dCF7e', usdc),
      at('0x808456652fdb597867f38412077A9182bf77359F', eurc),
    ],
  },
  {
    ...{ ...test, symbol: 'arbitrum-sepolia', name: 'Arbitrum Sepolia', chainId: 421_614, finality },
    ...{ explorerTransaction: 'https://sepolia.arbiscan.io/tx/{hash}', pollIntervalMs: 500, reorgDepth: 8_192 },
    native: ether,
    tokens: [at('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', usdc)],
  },
  {
    ...{ ...test, symbol: 'optimism-sepolia', name: 'OP Sepolia', chainId: 11_155_420, finality },
    explorerTransaction: 'https://sepolia-optimism.etherscan.io/tx/{hash}',
    ...{ pollIntervalMs: 1_000, reorgDepth: 1_024 },
    native: ether,
    tokens: [at('0x5fd84259d66Cd46123540766Be93DFE6D43130D7', usdc)],
  },
  {
    ...{ ...test, symbol: 'polygon-amoy', name: 'Polygon Amoy', chainId: 80_002, finality },
    ...{ explorerTransaction: 'https://amoy.polygonscan.com/tx/{hash}', pollIntervalMs: 1_000, reorgDepth: 1_024 },
    native: { symbol: 'POL', name: 'POL', decimals: 18 },
    tokens: [at('0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', usdc)],
  },
  {
    ...{ ...test, symbol: 'bsc-testnet', name: 'BNB Smart Chain Testnet', chainId: 97, finality },
    ...{ explorerTransaction: 'https://testnet.bscscan.com/tx/{hash}', pollIntervalMs: 750, reorgDepth: 1_024 },
    native: { symbol: 'BNB', name: 'BNB', decimals: 18 },
    tokens: [],
  },
  {
    ...{ ...test, symbol: 'avalanche-fuji', name: 'Avalanche Fuji', chainId: 43_113, finality },
    ...{ explorerTransaction: 'https://testnet.snowtrace.io/tx/{hash}', pollIntervalMs: 1_000, reorgDepth: 256 },
    native: { symbol: 'AVAX', name: 'Avalanche', decimals: 18 },
    tokens: [
      at('0x5425890298aed601595a70AB815c96711a31Bc65', usdc),
      at('0x5E44db7996c682E92a960b65AC713a54AD815c6B', eurc),
    ],
  },
  {
    ...{ ...test, symbol: 'gnosis-chiado', name: 'Gnosis Chiado', chainId: 10_200, finality },
    explorerTransaction: 'https://gnosis-chiado.blockscout.com/tx/{hash}',
    ...{ pollIntervalMs: 2_000, reorgDepth: 256 },
    native: { symbol: 'XDAI', name: 'xDAI', decimals: 18 },
    tokens: [],
  },
  {
    ...{ ...test, symbol: 'linea-sepolia', name: 'Linea Sepolia', chainId: 59_141 },
    finality: { tag: 'finalized', stalledAfterSeconds: 129_600 },
    ...{ explorerTransaction: 'https://sepolia.lineascan.build/tx/{hash}', pollIntervalMs: 1_000, reorgDepth: 1_024 },
    native: ether,
    tokens: [at('0xFEce4462D57bD51A6A552365A011b95f0E16d9B7', usdc)],
  },
];
