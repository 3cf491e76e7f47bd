// The built-in networks of the UTXO family: Bitcoin, its relatives and their test networks.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';

// No block of these chains is ever final, so the number of confirmations depends on the cost of an attack. Section 11
// of Satoshi Nakamoto's paper gives the odds against an attacker with a tenth of all hash power. A payment is lost once
// in 5 times at 2 confirmations, once in 20 at 3, and once in 1,100 at 6. An attacker would not spend that much on a
// shop's sale, and an app can require more. Endpoints are the operator's own nodes, because the mempool is read on
// every poll, and public nodes do not allow that.

const bitcoin = { symbol: 'BTC', name: 'Bitcoin', decimals: 8 };
const litecoin = { symbol: 'LTC', name: 'Litecoin', decimals: 8 };
const dogecoin = { symbol: 'DOGE', name: 'Dogecoin', decimals: 8 };
const usual = { family: 'UTXO', chainId: null, rpc: [], tokens: [] } as const;

export const utxoNetworks: readonly NetworkEntry[] = [
  {
    ...usual,
    symbol: 'bitcoin',
    name: 'Bitcoin',
    params: 'bitcoin',
    // Half an hour. A competing block displaces one block every few weeks, and three blocks hardly ever. BIP-50
    // describes a reorg of 24.
    confirmations: 3,
    test: false,
    explorerTransaction: 'https://mempool.space/tx/{hash}',
    pollIntervalMs: 5_000,
    reorgDepth: 144,
    native: bitcoin,
  },
  {
    ...usual,
    symbol: 'litecoin',
    name: 'Litecoin',
    params: 'litecoin',
    // 15 minutes with blocks every 2.5 minutes. No other chain of these miners is worth more.
    confirmations: 6,
    test: false,
    explorerTransaction: 'https://litecoinspace.org/tx/{hash}',
    pollIntervalMs: 4_000,
    reorgDepth: 288,
    native: litecoin,
  },
  {
    ...usual,
    symbol: 'dogecoin',
    name: 'Dogecoin',
    params: 'dogecoin',
    // 20 minutes with blocks every minute. Short intervals cause many stale blocks. Merge-mined by Litecoin's miners.
    confirmations: 20,
    test: false,
    explorerTransaction: 'https://blockchair.com/dogecoin/transaction/{hash}',
    pollIntervalMs: 3_000,
    reorgDepth: 720,
    native: dogecoin,
  },
  {
    ...usual,
    symbol: 'bitcoin-testnet4',
    name: 'Bitcoin testnet4',
    params: 'bitcoin-testnet4',
    // Nothing of value moves here, and a developer should not wait long.
    confirmations: 1,
    test: true,
    explorerTransaction: 'https://mempool.space/testnet4/tx/{hash}',
    pollIntervalMs: 5_000,
    // After 20 minutes without a block, the next one needs almost no work (BIP-94), so long reorgs happen here.
    reorgDepth: 1_024,
    native: bitcoin,
  },
  {
    ...usual,
    symbol: 'bitcoin-signet',
    name: 'Bitcoin signet',
    params: 'bitcoin-signet',
    // A few people sign its blocks (BIP-325) and make reorgs only to test them.
    confirmations: 1,
    test: true,
    explorerTransaction: 'https://mempool.space/signet/tx/{hash}',
    pollIntervalMs: 5_000,
    reorgDepth: 144,
    native: bitcoin,
  },
  {
    ...usual,
    symbol: 'litecoin-testnet',
    name: 'Litecoin testnet',
    params: 'litecoin-testnet',
    confirmations: 1,
    test: true,
    explorerTransaction: 'https://litecoinspace.org/testnet/tx/{hash}',
    pollIntervalMs: 4_000,
    reorgDepth: 1_024,
    native: litecoin,
  },
];
