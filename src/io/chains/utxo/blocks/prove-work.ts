// Refuses blocks that cost next to nothing to make: an endpoint could invent a chain of those, with any payment in it.
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';

/** The target of difficulty 1, whose multiple a block's work is told in. */
const easiest = 0xffffn << 208n;

/**
 * Throws a retryable ChainFault for a block at a height from which on the chain's blocks have long been harder than
 * `params.leastWork` says, and this one is not. Only where a block's hash is what was worked for, which is so on
 * Bitcoin; elsewhere nothing is asked.
 */
export function proveWork(
  number: number,
  hash: string,
  { leastWork, title }: Pick<UtxoParams, 'leastWork' | 'title'>,
): void {
  if (leastWork === null || number < leastWork.from) return;
  if (BigInt(`0x${hash}`) * leastWork.difficulty <= easiest) return;
  throw new ChainFault(
    `Block ${number} (${hash}) has less work in it than any of ${title} in years: it is made up`,
    true,
  );
}
