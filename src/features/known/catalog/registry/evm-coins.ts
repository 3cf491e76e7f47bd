// The coins and tokens of the EVM networks, each described once.
import type { CoinEntry, TokenEntry } from '../../../../core/config/network-entry.ts';

type Token = Omit<TokenEntry, 'contract'>;

// No token here delivers less than its events say. Tether's contract on Ethereum could charge a fee, but then it logs
// the delivered amount and the fee as two transfers (function `transfer` of the published TetherToken source).
const plain = { stable: true, feeOnTransfer: false };

export const ether: CoinEntry = { symbol: 'ETH', name: 'Ether', decimals: 18 };
export const usdt: Token = { symbol: 'USDT', name: 'Tether USD', decimals: 6, peg: 'USD', ...plain };
export const usdc: Token = { symbol: 'USDC', name: 'USD Coin', decimals: 6, peg: 'USD', ...plain };
export const dai: Token = { symbol: 'DAI', name: 'Dai', decimals: 18, peg: 'USD', ...plain };
export const eurc: Token = { symbol: 'EURC', name: 'EURC', decimals: 6, peg: 'EUR', ...plain };
/** Tether's dollar as issued by its bridge USDT0 (usdt0.to), with its own contract on each network except Ethereum. */
export const usdt0: Token = { symbol: 'USDT0', name: 'USDT0', decimals: 6, peg: 'USD', ...plain };

/**
 * `checksummed` has the form that explorers show, so that readers can compare it. The catalog keeps it in canonical
 * form.
 */
export function at(checksummed: string, token: Token): TokenEntry {
  return { ...token, contract: checksummed.toLowerCase() };
}
