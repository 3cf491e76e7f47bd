// Skips the proof of merged mining after a header.
import { hasAuxPow, readAuxPow } from '../work/aux-pow.ts';
import type { ByteWalk } from './byte-walk.ts';

/** Skips nothing if the header's version announces no proof. Throws a retryable ChainFault for one that is cut off. */
export function skipAuxPow(walk: ByteWalk, version: number): void {
  if (hasAuxPow(version)) readAuxPow(walk);
}
