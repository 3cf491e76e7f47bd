// The person behind a caller.
import { type Caller, refuseBoundToApps } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';

/**
 * Throws Problem for a caller that is no person's (forbidden), or that reaches certain apps only (token_bound_to_apps).
 */
export function personOf(caller: Caller): string {
  if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
  refuseBoundToApps(caller);
  return caller.userId;
}
