// The TRON networks that Quittance knows by itself.
import type { NetworkEntry, TokenEntry } from '../../../../core/config/network-entry.ts';
import { readTronAddress } from '../../../../io/chains/tron/address.ts';
import { usdt } from './evm-coins.ts';

// A block is final once it is solidified: more than two thirds of the 27 super representatives have built upon it,
// which takes at least 19 blocks of 3 s (java-tron, SOLIDIFIED_THRESHOLD of ChainConstant). Blocks of the same
// representative count once, so it can take longer; the network's word counts, not a number. Chain ids are the last
// four bytes of the genesis block's id, as the nodes answer eth_chainId.
//
// USDT is Tether's own (tether.to, "Supported protocols"). Circle has stopped USDC on TRON (February 2024), so it is
// not here. The test networks have many a token called USDT, and none of an issuer: name yours in quittance.json.

const facts = {
  family: 'TRON',
  params: null,
  rpc: [],
  // One block: what is asked for in a day stays within what TronGrid gives away.
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
