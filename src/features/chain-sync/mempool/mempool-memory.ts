// What a process remembers between its scans of a network's mempool.
import { type Every, every } from '../../../io/every.ts';

export interface MempoolMemory {
  /** The hashes of what was there and was recorded at the last scan. */
  recorded: ReadonlySet<string>;
  /** When the last scan was, on the network's clock; null before the first. */
  scannedAt: Date | null;
  /** How often that is recorded. */
  readonly recordPace: Every;
  /** The block at which dropped transactions were last asked after; null to ask again. */
  askedAtBlock: string | null;
  /** Scans that failed in a row. */
  failures: number;
}

const recordMillis = 5_000;

export function emptyMempoolMemory(): MempoolMemory {
  return {
    recorded: new Set(),
    scannedAt: null,
    recordPace: every(recordMillis),
    askedAtBlock: null,
    failures: 0,
  };
}
