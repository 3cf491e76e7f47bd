// The person behind a caller.
import type { Caller } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';

/** Throws Problem forbidden for a caller that is no person's. */
export function personOf(caller: Caller): string {
  if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
  return caller.userId;
}
