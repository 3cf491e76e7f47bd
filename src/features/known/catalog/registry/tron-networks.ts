// The built-in TRON networks.
import type { NetworkEntry, TokenEntry } from '../../../../core/config/network-entry.ts';
import { readTronAddress } from '../../../../io/chains/tron/address.ts';
import { usdt } from './evm-coins.ts';

// A block is final once it is solidified: more than two thirds of the 27 super representatives have built on it. This
// takes at least 19 blocks of 3 s (java-tron, SOLIDIFIED_THRESHOLD of ChainConstant). It can take longer, because
// several blocks of one representative count once. The node's answer decides, not a block count. A chain id is the last
// four bytes of the genesis block's id, as nodes return it for eth_chainId.
//
// USDT is Tether's own contract (tether.to, "Supported protocols"). Circle stopped USDC on TRON in February 2024, so it
// is not listed. The test networks have many tokens named USDT, none from an issuer. An operator can add one in
// quittance.json.

const facts = {
  family: 'TRON',
  params: null,
  rpc: [],
  // One block. The requests of a day stay within TronGrid's free allowance.
  pollIntervalMs: 3_000,
  reorgDepth: 256,
  native: { symbol: 'TRX', name: 'TRON', decimals: 6 },
} as const;

export const tronNetworks: readonly NetworkEntry[] = [
  {
    ...facts,
    symbol: 'tron',
    name: 'TRON',
    chainId: 0x2b6653dc,
    confirmations: 20,
    finality: { tag: 'finalized', stalledAfterSeconds: 600, always: true },
    test: false,
    explorerTransaction: 'https://tronscan.org/#/transaction/{hash}',
    tokens: [at('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', usdt)],
  },
  {
    ...facts,
    symbol: 'nile',
    name: 'TRON Nile',
    chainId: 0xcd8690dc,
    confirmations: 3,
    finality: { tag: 'finalized', stalledAfterSeconds: 1_800, always: true },
    test: true,
    explorerTransaction: 'https://nile.tronscan.org/#/transaction/{hash}',
    tokens: [],
  },
  {
    ...facts,
    symbol: 'shasta',
    name: 'TRON Shasta',
    chainId: 0x94a9059e,
    confirmations: 3,
    finality: { tag: 'finalized', stalledAfterSeconds: 1_800, always: true },
    test: true,
    explorerTransaction: 'https://shasta.tronscan.org/#/transaction/{hash}',
    tokens: [],
  },
];

function at(shown: string, token: Omit<TokenEntry, 'contract'>): TokenEntry {
  const read = readTronAddress(shown);
  if (typeof read === 'string') throw new TypeError(`${shown} is not an address of a token (${read})`);
  return { ...token, contract: read.canonical };
}
