// Skips the proof, behind a header, that the miners of another chain worked for this block (merged mining).
import { hasAuxPow, readAuxPow } from '../work/aux-pow.ts';
import type { ByteWalk } from './byte-walk.ts';

/** Only where the header's version says that there is one. Throws a retryable ChainFault for one that is cut off. */
export function skipAuxPow(walk: ByteWalk, version: number): void {
  if (hasAuxPow(version)) readAuxPow(walk);
}
