// The bound on callers without any credential: always on, in memory, and far above what a shop's customers need.
import { clientKey, isPrivateAddress } from '../../../core/client-key.ts';
import { Problem } from '../../../core/problem.ts';

/** What an address may do at once, and how much of it comes back in a second. */
export interface AnonymousBound {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * A customer who opens the checkout makes some ten requests, and few while waiting: sixty may come in every second from
 * behind one address (an office, a telephone network, a shop's own server), and a hundred in the same moment.
 */
export const anonymousBound: AnonymousBound = { burst: 2_000, perSecond: 400 };

/** As many addresses are remembered before those whose time is over are forgotten. */
const rememberedAtLeast = 10_000;
const forgettingMillis = 1_000;

/**
 * Counts a request of this address. Throws Problem rate_limited. Nobody in the house is counted. `now`: milliseconds
 * of a clock that only goes forward. The rule is the generic cell rate algorithm (ITU-T I.371): one number for an
 * address.
 */
export function limitAnonymous(now: () => number, { burst, perSecond } = anonymousBound): (address: string) => void {
  const intervalMillis = 1000 / perSecond;
  const fullMillis = burst * intervalMillis;
  /** When the address will have all of its burst again. */
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
