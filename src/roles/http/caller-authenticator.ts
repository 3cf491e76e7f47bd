// Authenticates callers by personal, app and OAuth2 tokens, and by browser sessions.
import type { IncomingHttpHeaders } from 'node:http';
import type { AppTokenCaller, Caller } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import type { Instance } from '../../features/instance.ts';
import { findAppsByToken } from '../../features/people/apps/store.ts';
import { memberVouching } from '../../features/people/apps/team/sealed-member.ts';
import type { TokenKey } from '../../features/people/apps/tokens/app-token-store.ts';
import { readAppToken } from '../../features/people/apps/tokens/read-app-token.ts';
import { authenticator } from '../../features/people/identity/authenticate.ts';
import { findOauth2Caller } from '../../features/people/oauth2/sessions/grant-store.ts';

/**
 * Returns the caller of a door by its app token. `address`: of the shop's server; null if a customer's
 * browser brings a request that the shop signed. Throws Problem invalid_token or token_bound_to_addresses.
 */
export type AuthenticateDoor = (token: TokenKey, address: string | null) => Promise<AppTokenCaller>;

export function doorAuthenticator(instance: Instance): AuthenticateDoor {
  const vouches = memberVouching(instance);
  return async (token, address) => {
    const caller = await readAppToken(instance, vouches, token, address);
    if (caller === null) throw new Problem('invalid_token');
    return caller;
  };
}

/** Throws Problem invalid_token or token_bound_to_addresses. Without a credential the caller is public. */
export type Authenticate = (headers: IncomingHttpHeaders, address: string) => Promise<Caller>;

export function callerAuthenticator(instance: Instance): Authenticate {
  const vouches = memberVouching(instance);
  return authenticator(instance, {
    appsOf: (hashes) => findAppsByToken(instance.db.byKey, hashes),
    scopedAppToken: (hash, address) => readAppToken(instance, vouches, { hash }, address),
    clientOf: (token) => findOauth2Caller(instance, token),
    vouches,
  });
}
