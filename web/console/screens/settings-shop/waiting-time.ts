// The time that confirmations take, in a suitable unit: '≈ 36 sec'.
import { measure } from '../../words/figures.ts';

/**
 * Average seconds between blocks from each network's own documentation: Ethereum's slots (EIP-3675), Bitcoin's target,
 * and so on. Other networks have no entry.
 */
const blockSeconds: Readonly<Record<string, number>> = {
  ethereum: 12,
  sepolia: 12,
  base: 2,
  'base-sepolia': 2,
  optimism: 2,
  'optimism-sepolia': 2,
  arbitrum: 0.25,
  'arbitrum-sepolia': 0.25,
  polygon: 2,
  'polygon-amoy': 2,
  bsc: 0.75,
  'bsc-testnet': 0.75,
  avalanche: 2,
  'avalanche-fuji': 2,
  gnosis: 5,
  'gnosis-chiado': 5,
  linea: 2,
  'linea-sepolia': 2,
  tron: 3,
  nile: 3,
  shasta: 3,
  bitcoin: 600,
  'bitcoin-testnet4': 600,
  'bitcoin-signet': 600,
  litecoin: 150,
  'litecoin-testnet': 150,
  dogecoin: 60,
};

/** '≈ 36 sec'; null for a network without a known block time. */
export function waitingTime(network: string, confirmations: number): string | null {
  const seconds = blockSeconds[network];
  return seconds === undefined ? null : durationText(seconds * confirmations);
}

/** '≈ 36 sec', '≈ 30 min', '≈ 2 hr'. */
export function durationText(seconds: number): string {
  if (seconds < 100) return `≈ ${measure(Math.max(1, Math.round(seconds)), 'second')}`;
  if (seconds < 100 * 60) return `≈ ${measure(Math.round(seconds / 60), 'minute')}`;
  return `≈ ${measure(Math.round(seconds / 3600), 'hour')}`;
}
