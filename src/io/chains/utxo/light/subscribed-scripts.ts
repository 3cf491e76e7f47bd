// The blocks and chain transactions that a scan of a watched set has returned, so that later findings can be recognised
// as new.
import { Remembered } from './watched-scripts.ts';

export interface ReturnedBlocks {
  /** Keyed by '<id>:<hash of the block>'. */
  readonly transactions: Remembered<true>;
  /** The newest block that a scan returned. */
  scannedTo: number | null;
}

export function noReturnedBlocks(): ReturnedBlocks {
  return { transactions: new Remembered<true>(), scannedTo: null };
}
