// What a process remembers between its looks at a network in which nothing is open.
import type { SyncPace } from '../../../../core/payment/sync-pace.ts';
import { type Every, every } from '../../../../io/throttle.ts';

export interface SweepMemory {
  /** When the network was last looked at, on performance.now()'s clock; null before the first time. */
  lookedAt: number | null;
  /** When the activity of the network was last read, on our clock; null before the first time. */
  activityReadAt: Date | null;
  /** How closely that was. */
  lastPace: SyncPace['kind'] | null;
  /** How often it is asked meanwhile what it calls final, and how its tokens are. */
  readonly statusPace: Every;
  /** How often it is recorded that somebody waits. */
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
