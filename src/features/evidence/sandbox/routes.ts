// The operations that simulate payments.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { simulateTransaction } from './simulate-transaction.ts';

export function sandboxRoutes(instance: Instance): Operation[] {
  return [simulateTransaction(instance)];
}
