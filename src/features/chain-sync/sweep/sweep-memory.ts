// What a process remembers between its looks at a network in which nothing is open.
import { type Every, every } from '../../../io/every.ts';

export interface SweepMemory {
  /** When the network was last looked at, on performance.now()'s clock; null before the first time. */
  lookedAt: number | null;
  /** Whether that was to follow it block by block. */
  isFollowed: boolean;
  /** How often it is asked meanwhile what it calls final, and how its tokens are. */
  readonly statusPace: Every;
  /** How often it is recorded that somebody waits. */
  readonly awaitedPace: Every;
}

const statusMillis = 10_800_000;
const awaitedMillis = 10_000;

export function emptySweepMemory(): SweepMemory {
  return { lookedAt: null, isFollowed: false, statusPace: every(statusMillis), awaitedPace: every(awaitedMillis) };
}
