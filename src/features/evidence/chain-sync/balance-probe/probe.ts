// The context of one probe of balances.
import type { BalanceProbe } from '../../../../io/chains/chain.ts';
import type { BlockReached, SyncContext } from '../sync-session.ts';

export interface Probe {
  readonly sync: SyncContext;
  readonly balances: BalanceProbe;
  readonly block: BlockReached;
  readonly signal: AbortSignal;
  /** In milliseconds of performance.now(). */
  readonly startedAt: number;
}
