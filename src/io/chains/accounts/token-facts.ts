// Reads the facts that a token's contract reports about itself.
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { callWords } from './call-words.ts';

export interface TokenFacts {
  /** Null if the contract does not report it, or cannot be called. */
  readonly decimals: number | null;
  /** Whether its issuer has stopped all transfers. */
  readonly isPaused: boolean;
}

/**
 * decimals() of ERC-20's metadata, and paused() of the pausable tokens of Circle, Tether and OpenZeppelin. Throws
 * ChainFault.
 */
export async function tokenFacts(rotation: EndpointRotation, contract: string): Promise<TokenFacts> {
  const [decimals = null, paused] = await callWords(rotation, contract, ['0x313ce567', '0x5c975abb']);
  return { decimals: decimals === null || decimals > 255n ? null : Number(decimals), isPaused: paused === 1n };
}

/** balanceOf(address) of each contract; null if a contract does not answer. Throws ChainFault. */
export async function tokenBalances(
  rotation: EndpointRotation,
  address: string,
  contracts: readonly string[],
): Promise<(bigint | null)[]> {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`;
  const answers = await Promise.all(contracts.map((contract) => callWords(rotation, contract, [data])));
  return answers.map(([balance = null]) => balance);
}
