// What a process remembers between its scans of a network's mempool.
import type { MempoolTransaction } from '../../../../io/chains/chain.ts';
import { type Every, every } from '../../../../io/throttle.ts';

export interface MempoolMemory {
  /** What was there and was recorded at the last scan, by hash. */
  recorded: ReadonlyMap<string, MempoolTransaction>;
  /** When the last scan was, on the network's clock; null before the first. */
  scannedAt: Date | null;
  /** How often that is recorded. */
  readonly recordPace: Every;
  /** The block at which dropped transactions were last asked after; null to ask again. */
  askedAtBlock: string | null;
  /** How many of the dropped were asked after so far: of a crowd, others are asked after at each block. */
  droppedTurn: number;
  /** Scans that failed in a row. */
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
