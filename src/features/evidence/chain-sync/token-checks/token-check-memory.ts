// State that a process keeps between checks of a network's tokens.
import { type Every, every } from '../../../../io/timing/throttle.ts';
import type { PaidPlace } from '../../../known/networks/blocklist-store.ts';

export interface TokenCheckMemory {
  readonly pace: Every;
  /** The last address that was checked against the blocklists; null after a full round. */
  blocklistPlace: PaidPlace | null;
}

const checkMillis = 600_000;

/** Tokens are checked when the process starts, so the next check is a full interval later. */
export function tokensChecked(): TokenCheckMemory {
  const pace = every(checkMillis);
  pace.restart();
  return { pace, blocklistPlace: null };
}
