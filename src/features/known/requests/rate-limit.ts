// RATE_LIMIT: the number of requests that a caller may make in a window, counted across all nodes.
import { createHash } from 'node:crypto';
import { callerName } from '../../../core/access/caller-name.ts';
import type { Caller } from '../../../core/access.ts';
import { clientKey } from '../../../core/client-key.ts';
import { Problem } from '../../../core/problem.ts';
import type { CountRequest } from '../../../io/http/dialects/recognise-caller.ts';
import type { Instance } from '../../instance.ts';
import { countRequest } from './request-count-store.ts';

export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/**
 * Windows start at whole multiples of their length, so that all nodes use the same ones. Callers with a token or a
 * session are counted by identity, all others by address.
 */
export function limitRequests(instance: Pick<Instance, 'db' | 'clock'>, limit: RateLimit): CountRequest {
  const windowMillis = limit.windowSeconds * 1000;
  // A caller over the limit stays rejected until the window ends, so a flood causes no queries.
  let refused = new Set<string>();
  let refusedUntil = 0;
  return async (caller, address) => {
    const now = instance.clock.now().getTime();
    const endsAt = (Math.floor(now / windowMillis) + 1) * windowMillis;
    if (endsAt !== refusedUntil) [refused, refusedUntil] = [new Set(), endsAt];
    const name = subjectName(caller, address);
    const secondsLeft = Math.max(1, Math.ceil((endsAt - now) / 1000));
    if (refused.has(name)) throw tooMany(limit, secondsLeft);
    const subject = createHash('sha256').update(name).digest();
    const used = await countRequest(instance.db, subject, new Date(endsAt));
    if (used <= limit.requests) return fields(limit, limit.requests - used, secondsLeft);
    if (endsAt === refusedUntil) refused.add(name);
    throw tooMany(limit, secondsLeft);
  };
}

function subjectName(caller: Caller | null, address: string): string {
  return caller === null || caller.kind === 'public' ? `address ${clientKey(address)}` : `caller ${callerName(caller)}`;
}

/** The RateLimit and RateLimit-Policy headers of draft-ietf-httpapi-ratelimit-headers-10. */
function fields(limit: RateLimit, left: number, secondsLeft: number): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit.requests};w=${limit.windowSeconds}`,
    ratelimit: `"default";r=${left};t=${secondsLeft}`,
  };
}

function tooMany(limit: RateLimit, secondsLeft: number): Problem {
  return new Problem('rate_limited', {
    headers: { 'retry-after': String(secondsLeft), ...fields(limit, 0, secondsLeft) },
  });
}
