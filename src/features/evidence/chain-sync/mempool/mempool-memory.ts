// State that a process keeps between scans of a network's mempool.
import type { MempoolTransaction } from '../../../../io/chains/chain.ts';
import { type Every, every } from '../../../../io/timing/throttle.ts';

export interface MempoolMemory {
  /** The chain transactions of the last recorded scan, by hash. */
  recorded: ReadonlyMap<string, MempoolTransaction>;
  /** The time of the last scan, on the network's clock; null before the first. */
  scannedAt: Date | null;
  /** The interval for recording that time. */
  readonly recordPace: Every;
  /** The block at which dropped transactions were last looked up; null to look them up again. */
  askedAtBlock: string | null;
  /** The position in the dropped transactions. If there are many, other ones are looked up at each block. */
  droppedTurn: number;
  /** The number of failed scans in a row. */
  failures: number;
}

const recordMillis = 5_000;

export function emptyMempoolMemory(): MempoolMemory {
  return {
    recorded: new Map(),
    scannedAt: null,
    recordPace: every(recordMillis),
    askedAtBlock: null,
    droppedTurn: 0,
    failures: 0,
  };
}
