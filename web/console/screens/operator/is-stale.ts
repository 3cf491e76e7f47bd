// Whether what is known of a network is too old to go by.
import type { OperatorNetwork } from '../../../../sdk/src/generated/api.ts';

/** A network that is read block by block is heard of every few seconds. */
const staleMillis = 60_000;

export function isStale(
  { state, reached_at }: Pick<OperatorNetwork, 'state' | 'reached_at'>,
  now: number = Date.now(),
): boolean {
  if (state !== 'followed' && state !== 'away') return false;
  return reached_at === null || now - Date.parse(reached_at) > staleMillis;
}
