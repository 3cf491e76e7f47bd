// The networks of the UTXO family that Quittance knows by itself: Bitcoin and its kin, and where they are tried out.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';

// No block of these chains is ever final, so confirmations are a matter of what an attack costs. Satoshi Nakamoto's
// paper reckons in section 11: against a tenth of all miners a payment is lost once in 5 times at 2 confirmations, once
// in 20 at 3, once in 1,100 at 6. Nobody has so many miners for the sake of a shop's sale; an app can ask for more.
// Endpoints are the operator's own nodes: what waits to be mined is asked for every time, which public ones do not
// bear.

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
    // Half an hour. Two blocks found at once push one out every few weeks, three do so hardly ever; BIP-50 tells of 24.
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
    // A quarter of an hour, of blocks every 2.5 minutes, found by miners who have no other chain worth more.
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
    // A third of an hour, of blocks every minute: so close together, many are pushed out. Litecoin's miners find them
    // too.
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
    // Nothing of value moves here; a developer should not wait long.
    confirmations: 1,
    test: true,
    explorerTransaction: 'https://mempool.space/testnet4/tx/{hash}',
    pollIntervalMs: 5_000,
    // A block may be found with next to no work after 20 minutes (BIP-94), so long branches are pushed out here.
    reorgDepth: 1_024,
    native: bitcoin,
  },
  {
    ...usual,
    symbol: 'bitcoin-signet',
    name: 'Bitcoin signet',
    params: 'bitcoin-signet',
    // Its blocks are signed by a few people (BIP-325), who take none back but for a test of that.
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
