// What one reader handed on of a watched set, so that what comes to be known later can be told from it.
import { Remembered } from './watched-scripts.ts';

export interface HandedOn {
  /** '<id>:<hash of the block>'. */
  readonly transactions: Remembered<true>;
  /** The newest block that a scan handed on. */
  scannedTo: number | null;
}

export function nothingHandedOn(): HandedOn {
  return { transactions: new Remembered<true>(), scannedTo: null };
}
