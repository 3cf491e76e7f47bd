// State that a process keeps between looks at a network without open payments.
import type { SyncPace } from '../../../../core/payment/sync-pace.ts';
import { type Every, every } from '../../../../io/timing/throttle.ts';

export interface SweepMemory {
  /** The time of the last look, by performance.now(); null before the first. */
  lookedAt: number | null;
  /** The time, on the service's clock, at which the network's activity was last read; null before the first time. */
  activityReadAt: Date | null;
  /** The pace of the last look. */
  lastPace: SyncPace['kind'] | null;
  /** The interval for reading the final block and the tokens. */
  readonly statusPace: Every;
  /** The interval for recording that a payment is awaited. */
  readonly awaitedPace: Every;
}

const statusMillis = 10_800_000;
const awaitedMillis = 10_000;

export function emptySweepMemory(): SweepMemory {
  return {
    lookedAt: null,
    activityReadAt: null,
    lastPace: null,
    statusPace: every(statusMillis),
    awaitedPace: every(awaitedMillis),
  };
}
