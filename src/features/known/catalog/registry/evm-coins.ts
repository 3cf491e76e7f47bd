// Coins and tokens of the EVM networks, each described once.
import type { CoinEntry, TokenEntry } from '../../../../core/config/network-entry.ts';

type Token = Omit<TokenEntry, 'contract'>;

// None of these delivers less than its events say. Tether's contract on Ethereum could charge a fee, but then logs
// what arrives and what it keeps as two transfers (transfer of TetherToken, as published there).
const plain = { stable: true, feeOnTransfer: false };

export const ether: CoinEntry = { symbol: 'ETH', name: 'Ether', decimals: 18 };
export const usdt: Token = { symbol: 'USDT', name: 'Tether USD', decimals: 6, peg: 'USD', ...plain };
export const usdc: Token = { symbol: 'USDC', name: 'USD Coin', decimals: 6, peg: 'USD', ...plain };
export const dai: Token = { symbol: 'DAI', name: 'Dai', decimals: 18, peg: 'USD', ...plain };
export const eurc: Token = { symbol: 'EURC', name: 'EURC', decimals: 6, peg: 'EUR', ...plain };
/** Tether's dollar as its bridge USDT0 issues it (usdt0.to): a contract of its own on each network but Ethereum. */
export const usdt0: Token = { symbol: 'USDT0', name: 'USDT0', decimals: 6, peg: 'USD', ...plain };

/** `checksummed` is written as explorers show it, so that a reader can compare; kept as the catalog keeps it. */
export function at(checksummed: string, token: Token): TokenEntry {
  return { ...token, contract: checksummed.toLowerCase() };
}
