// The interface between the sign-in and the routes that use it.
import type { Environment } from '../../../../io/environment.ts';
import type { EndDelegatedAccess } from '../notices/end-access.ts';

export interface SignInRules {
  readonly signUp: Environment['signUp'];
  /** Without a mail server, a new user cannot be asked to confirm the address. */
  readonly mailReachesPeople: boolean;
  readonly endDelegatedAccess: EndDelegatedAccess;
}

export interface SignIn {
  /** Handles a request below /api/auth. The header `clientAddressHeader` contains the client's address. */
  handle(request: Request): Promise<Response>;
  /**
   * Returns the id of the user who has entered the password in this browser and still owes a one-time code, or null.
   */
  awaitingCode(cookieHeader: string | undefined): Promise<string | null>;
}

export const signInPath = '/api/auth';
/** Set by the route that passes the request on, from the connection or a trusted proxy. */
export const clientAddressHeader = 'x-quittance-client-address';

/** Set by the route that passes a new password on. `yes` also ends all other access to the account. */
export const endAccessHeader = 'x-quittance-end-access';
