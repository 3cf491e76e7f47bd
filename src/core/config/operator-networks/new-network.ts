// The rules for an EVM network that the operator adds: its names, its confirmations, and its entry as in
// quittance.json.

import type { FamilyName } from '../network-entry.ts';

/** A network as the operator describes it. */
export interface WantedNetwork {
  readonly family: FamilyName;
  readonly chainId: number;
  readonly name: string;
  readonly symbol: string;
  readonly nativeSymbol: string;
  readonly test: boolean;
  /** Null for the usual number. */
  readonly confirmations: number | null;
}

/** A token with its properties as read from the chain, or as the operator names it. */
export interface WantedToken {
  readonly contract: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly stable: boolean;
}

/** The fewest confirmations: one block at the head of a chain is often replaced. */
const floors = { main: 2, test: 1 };
const usualSeconds = 60;
const usualBounds = { least: 12, most: 256 };
const usualOnTest = 3;
const reorgBounds = { least: 256, most: 8_192 };
const pollBounds = { least: 500, most: 4_000 };
/** USDC and USDT have 6, most tokens 18. More are not in use, and a contract may return any number. */
export const mostDecimals = 24;

export function leastConfirmations(test: boolean): number {
  return test ? floors.test : floors.main;
}

/** About a minute of blocks, and at least 12. Little is known of the chain, so it is cautious. */
export function usualConfirmations(test: boolean, secondsPerBlock: number | null): number {
  if (test) return usualOnTest;
  if (secondsPerBlock === null) return usualBounds.least;
  const blocks = secondsPerBlock === 0 ? usualBounds.most : Math.ceil(usualSeconds / secondsPerBlock);
  return Math.min(usualBounds.most, Math.max(usualBounds.least, blocks));
}

/** The key of a network with this name: lower-case letters, digits and hyphens. Empty if nothing is left. */
export function symbolFor(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
}

/** The JSON of the network's entry, as under `networks` of quittance.json. */
export function definitionOf(
  { family, chainId, name, nativeSymbol, test, confirmations }: WantedNetwork,
  tokens: readonly WantedToken[],
  secondsPerBlock: number | null,
): string {
  const needed = confirmations ?? usualConfirmations(test, secondsPerBlock);
  return JSON.stringify({
    type: family,
    name,
    chain_id: chainId,
    test,
    confirmations: needed,
    reorg_depth: within(reorgBounds, 4 * needed),
    poll_interval_ms: secondsPerBlock === null ? 1_000 : within(pollBounds, Math.round(secondsPerBlock * 500)),
    native: { symbol: nativeSymbol },
    tokens: tokens.map(({ contract, symbol, name: title, decimals, stable }) => ({
      symbol,
      name: title,
      contract,
      decimals,
      stable,
    })),
  });
}

function within({ least, most }: { readonly least: number; readonly most: number }, value: number): number {
  return Math.min(most, Math.max(least, value));
}
