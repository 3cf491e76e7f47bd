// The rate limit for callers without a credential: always on, in memory, and far above the needs of a shop's customers.
import { clientKey, isPrivateAddress } from '../../../core/client-key.ts';
import { Problem } from '../../../core/problem.ts';

/** The burst that an address may send at once, and the number of requests regained each second. */
export interface AnonymousBound {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * A customer who opens the checkout makes about ten requests, and few while waiting. One address (an office, a mobile
 * network, a shop's own server) can serve sixty customers a second, and a hundred in one moment.
 */
export const anonymousBound: AnonymousBound = { burst: 2_000, perSecond: 400 };

/** Expired addresses are removed once more than this many are in memory. */
const rememberedAtLeast = 10_000;
const forgettingMillis = 1_000;

/**
 * Counts a request from this address. Throws Problem rate_limited. Does not count addresses of this machine or its
 * private network. `now` returns milliseconds of a monotonic clock. Uses the generic cell rate algorithm (ITU-T I.371),
 * which stores one number per address.
 */
export function limitAnonymous(now: () => number, { burst, perSecond } = anonymousBound): (address: string) => void {
  const intervalMillis = 1000 / perSecond;
  const fullMillis = burst * intervalMillis;
  /** The time when the address regains its full burst. */
  const rested = new Map<string, number>();
  let forgotAt = now();
  const forget = (at: number) => {
    if (rested.size < rememberedAtLeast || at - forgotAt < forgettingMillis) return;
    forgotAt = at;
    for (const [name, time] of rested) if (time <= at) rested.delete(name);
  };
  return (address) => {
    if (isPrivateAddress(address)) return;
    const at = now();
    const name = clientKey(address);
    const next = Math.max(at, rested.get(name) ?? at) + intervalMillis;
    const over = next - at - fullMillis;
    if (over > 0) throw tooMany({ burst, perSecond }, over);
    forget(at);
    rested.set(name, next);
  };
}

function tooMany({ burst, perSecond }: AnonymousBound, waitMillis: number): Problem {
  const seconds = String(Math.max(1, Math.ceil(waitMillis / 1000)));
  return new Problem('rate_limited', {
    headers: {
      'retry-after': seconds,
      'ratelimit-policy': `"anonymous";q=${burst};w=${Math.ceil(burst / perSecond)}`,
      ratelimit: `"anonymous";r=0;t=${seconds}`,
    },
  });
}
