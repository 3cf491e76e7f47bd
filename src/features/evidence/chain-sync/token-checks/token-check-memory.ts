// What a process remembers between its checks of a network's tokens.
import { type Every, every } from '../../../../io/throttle.ts';
import type { PaidPlace } from '../../../known/networks/blocklist-store.ts';

export interface TokenCheckMemory {
  readonly pace: Every;
  /** Up to which of the merchants' addresses tokens were last asked whether they block it; null for all. */
  blocklistPlace: PaidPlace | null;
}

const checkMillis = 600_000;

/** At the start of the process, tokens have just been checked. */
export function tokensChecked(): TokenCheckMemory {
  const pace = every(checkMillis);
  pace.restart();
  return { pace, blocklistPlace: null };
}
