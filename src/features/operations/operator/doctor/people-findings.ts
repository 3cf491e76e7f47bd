// Findings about users and proxies: the first account, and a proxy that is missing in TRUST_PROXY.
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
      ? 'there is no account yet. Open the link that quittance setup-link prints'
      : operators === 0
        ? 'there is no operator. Make one with quittance user create --admin'
        : `${people} with an account, ${operators} of them operators`;
  // The service works without either, so this is no fault.
  return { what, isGood: true, isAdvice: operators === 0, says };
}

/** Open registration may be intended, for example by a provider for many merchants. */
export function signUpFinding(signUp: Environment['signUp']): Finding {
  const what = 'SIGN_UP';
  if (signUp === 'closed') return { what, isGood: true, says: 'closed: new people come by an invitation' };
  return {
    what,
    isGood: true,
    isAdvice: true,
    says: 'open, so anyone can make an account. Set SIGN_UP=closed to prevent it',
  };
}

/** A forwarding header is reported for this long. A client can forge it, so it is not a fault on its own. */
export const forwardingMillis = 7 * 86_400_000;

/** `seen`: the header was seen within that time. */
export function forwardingFinding(
  trustProxy: Environment['trustProxy'],
  seen: readonly UntrustedForwarding[],
): Finding {
  const what = 'TRUST_PROXY';
  if (trustProxy !== false) return { what, isGood: true, says: 'forwarding headers of the named proxies are trusted' };
  const [newest] = seen;
  if (newest === undefined) return { what, isGood: true, says: 'off, and no forwarding headers arrive' };
  const arrived = `off, and ${newest.header} arrived from ${newest.sender} at ${newest.seenAt.toISOString()}`;
  return newest.isPrivateAddress
    ? { what, isGood: false, says: `${arrived}: all users share the proxy's address. Set it to the proxy's addresses` }
    : {
        what,
        isGood: true,
        isAdvice: true,
        says: `${arrived}. If they come from your own proxy, set it to the proxy's addresses`,
      };
}
