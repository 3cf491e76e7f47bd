// How long confirmations take, as people plan with: "≈ 36 s".

/**
 * Average seconds between blocks, as each network's own documentation has them: Ethereum's slots (EIP-3675), Bitcoin's
 * target, and so on. Of other networks nothing is said.
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

/** '≈ 36 s'; null of a network whose pace is not known. */
export function waitingTime(network: string, confirmations: number): string | null {
  const seconds = blockSeconds[network];
  return seconds === undefined ? null : durationText(seconds * confirmations);
}

/** '≈ 36 s', '≈ 30 min', '≈ 2 h'. */
export function durationText(seconds: number): string {
  if (seconds < 100) return `≈ ${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 100 * 60) return `≈ ${Math.round(seconds / 60)} min`;
  return `≈ ${Math.round(seconds / 3600)} h`;
}
