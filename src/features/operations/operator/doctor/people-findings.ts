// Findings about how people reach the instance: the first account, and a proxy that TRUST_PROXY leaves out.
import type { Environment } from '../../../../io/environment.ts';
import type { UntrustedForwarding } from '../../../known/requests/forwarding/forwarding-store.ts';
import type { Finding } from './finding.ts';

export interface PeopleCounts {
  readonly people: number;
  readonly operators: number;
}

export function peopleFinding({ people, operators }: PeopleCounts): Finding {
  const what = 'people';
  const says =
    people === 0
      ? 'warning: there is no account yet. Open the link that quittance setup-link prints'
      : operators === 0
        ? 'warning: there is no operator. Make one with quittance user create --admin'
        : `${people} with an account, ${operators} of them operators`;
  // A shop can be paid without either.
  return { what, isGood: true, says };
}

/** An open instance may be meant, as at a provider for many merchants. */
export function signUpFinding(signUp: Environment['signUp']): Finding {
  const what = 'SIGN_UP';
  if (signUp === 'closed') return { what, isGood: true, says: 'closed: new people come by an invitation' };
  return { what, isGood: true, says: 'warning: open, so anybody can make an account. Set SIGN_UP=closed to stop that' };
}

/** How long such a header counts. One from outside may be a stranger's own, so it alone is no fault. */
export const forwardingMillis = 7 * 86_400_000;

/** `seen`: within that time. */
export function forwardingFinding(
  trustProxy: Environment['trustProxy'],
  seen: readonly UntrustedForwarding[],
): Finding {
  const what = 'TRUST_PROXY';
  if (trustProxy !== false) return { what, isGood: true, says: 'forwarding headers of the proxies named are believed' };
  const [newest] = seen;
  if (newest === undefined) return { what, isGood: true, says: 'off, and no forwarding headers arrive' };
  const arrived = `off, and ${newest.header} arrived from ${newest.sender} at ${newest.seenAt.toISOString()}`;
  return newest.isPrivateAddress
    ? { what, isGood: false, says: `${arrived}: everybody has the proxy's address. Set it to the proxy's addresses` }
    : { what, isGood: true, says: `${arrived}. Where that is a proxy of yours, set it to the proxy's addresses` };
}
