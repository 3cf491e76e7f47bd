// What a token's contract says of itself, as far as it can be asked.
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

export interface TokenFacts {
  /** Null where the contract does not say, or cannot be asked. */
  readonly decimals: number | null;
  /** Whether its issuer has stopped all transfers. */
  readonly isPaused: boolean;
}

/** decimals() of ERC-20's metadata, and paused() of the pausable tokens of Circle, Tether and OpenZeppelin. Throws ChainFault. */
export async function tokenFacts(rotation: EndpointRotation, contract: string): Promise<TokenFacts> {
  const [decimals, paused] = await Promise.all([
    callWord(rotation, contract, '0x313ce567'),
    callWord(rotation, contract, '0x5c975abb'),
  ]);
  return { decimals: decimals === null || decimals > 255n ? null : Number(decimals), isPaused: paused === 1n };
}

/** Null where the call is refused (a contract without that function reverts), or answers something else than one word. */
export async function callWord(rotation: EndpointRotation, to: string, data: string): Promise<bigint | null> {
  try {
    return wordIn(await rotation.call('eth_call', [{ to, data }, 'latest']));
  } catch (fault) {
    if (fault instanceof EndpointFault && fault.failure === 'refused') return null;
    throw fault;
  }
}

/** The one word that a call answered; null for anything else. */
export function wordIn(answer: unknown): bigint | null {
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : null;
}
