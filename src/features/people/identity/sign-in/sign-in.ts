// What the doors to the sign-in and the sign-in itself agree on.
import type { Environment } from '../../../../io/environment.ts';
import type { EndDelegatedAccess } from '../notices/end-access.ts';

export interface SignInRules {
  readonly signUp: Environment['signUp'];
  /** Where there is no mail server, nobody can be asked to follow a link before the first sign-in. */
  readonly mailReachesPeople: boolean;
  readonly endDelegatedAccess: EndDelegatedAccess;
}

export interface SignIn {
  /** Answers a request below /api/auth; its address comes in the header `clientAddressHeader`. */
  handle(request: Request): Promise<Response>;
  /** The id of the user whose password this browser has just given and whose code is still asked for; null for none. */
  awaitingCode(cookieHeader: string | undefined): Promise<string | null>;
}

export const signInPath = '/api/auth';
/** Set by whoever hands a request over, from what the connection or a trusted proxy says. */
export const clientAddressHeader = 'x-quittance-client-address';

/** Set by whoever hands a new password over: `yes` ends all other access to the account with it. */
export const endAccessHeader = 'x-quittance-end-access';
