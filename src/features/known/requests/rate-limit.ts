// RATE_LIMIT: how many requests a caller may make in a window, counted by all nodes together.
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
 * Windows begin at whole multiples of their length, so that every node means the same one. Who calls with a token or a
 * session is counted under their name, anybody else under their address.
 */
export function limitRequests(instance: Pick<Instance, 'db' | 'clock'>, limit: RateLimit): CountRequest {
  const windowMillis = limit.windowSeconds * 1000;
  // Who is over the limit stays so until the window ends: a flood costs no query.
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

/** RateLimit and RateLimit-Policy as draft-ietf-httpapi-ratelimit-headers-10 has them. */
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
