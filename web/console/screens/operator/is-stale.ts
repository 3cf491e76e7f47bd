// Whether the known state of a network is too old to rely on.
import type { OperatorNetwork } from '../../../../sdk/typescript/src/generated/api.ts';

/** A network that is read block by block reports every few seconds. */
const staleMillis = 60_000;

export function isStale(
  { state, reached_at }: Pick<OperatorNetwork, 'state' | 'reached_at'>,
  now: number = Date.now(),
): boolean {
  if (state !== 'followed' && state !== 'away') return false;
  return reached_at === null || now - Date.parse(reached_at) > staleMillis;
}
