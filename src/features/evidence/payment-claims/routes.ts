// The operations for customers' claims.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { claimTransaction } from './claim-transaction.ts';

export function paymentClaimRoutes(instance: Instance): Operation[] {
  return [claimTransaction(instance)];
}
