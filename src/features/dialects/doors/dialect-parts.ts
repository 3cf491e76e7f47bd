// The parts that the dialects are made of.
import type { AppTokenCaller } from '../../../core/access.ts';
import type { AttemptMaker } from '../../money/transactions/make-attempt.ts';
import type { TokenKey } from '../../people/apps/tokens/app-token-store.ts';

export interface DialectParts {
  readonly makeAttempt: AttemptMaker;
  /**
   * Returns the caller of the door's token. `address`: null if a customer's browser brings a request that the shop
   * signed. Throws Problem invalid_token or token_bound_to_addresses.
   */
  readonly callerOf: (token: TokenKey, address: string | null) => Promise<AppTokenCaller>;
}
