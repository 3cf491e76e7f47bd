// The operations that simulate payments and the passing of time.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { advanceClock } from './clock/advance-clock.ts';
import { getClock } from './clock/get-clock.ts';
import { createSandboxEvent } from './made-up/create-sandbox-event.ts';
import { payTransaction } from './pay-transaction.ts';
import { simulateRefund } from './refunds/simulate-refund.ts';
import { reorgTransaction } from './reorg-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';

export function sandboxRoutes(instance: Instance): Operation[] {
  return [
    simulateTransaction(instance),
    payTransaction(instance),
    reorgTransaction(instance),
    simulateRefund(instance),
    getClock(instance),
    advanceClock(instance),
    createSandboxEvent(instance),
  ];
}
