// Returns the person behind a caller.
import { type Caller, refuseBoundToApps } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';

/**
 * Throws a Problem for a caller that is not a person (forbidden), or that is limited to certain apps
 * (token_bound_to_apps).
 */
export function personOf(caller: Caller): string {
  if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
  refuseBoundToApps(caller);
  return caller.userId;
}
