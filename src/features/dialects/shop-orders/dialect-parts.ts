// The parts that the dialects of signing shops are made of.
import type { Dialect } from '../../../io/http/dialects/dialect.ts';
import type { AttemptMaker } from '../../money/transactions/make-attempt.ts';

export interface DialectParts {
  readonly makeAttempt: AttemptMaker;
  /**
   * Returns the caller of the door's token. `address`: null if a customer's browser brings a request that the shop
   * signed. Throws Problem invalid_token or token_bound_to_addresses.
   */
  readonly callerOf: (tokenId: string, address: string | null) => ReturnType<Dialect['authenticate']>;
}
