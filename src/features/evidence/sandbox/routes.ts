// The operations that simulate payments.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { payTransaction } from './pay-transaction.ts';
import { reorgTransaction } from './reorg-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';

export function sandboxRoutes(instance: Instance): Operation[] {
  return [simulateTransaction(instance), payTransaction(instance), reorgTransaction(instance)];
}
