// What one probe of balances works with.
import type { BalanceProbe } from '../../../../io/chains/chain.ts';
import type { BlockReached, SyncContext } from '../sync-session.ts';

export interface Probe {
  readonly sync: SyncContext;
  readonly balances: BalanceProbe;
  readonly block: BlockReached;
  readonly signal: AbortSignal;
  /** On performance.now()'s clock. */
  readonly startedAt: number;
}
