// The operations that simulate payments and the passing of time.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { advanceClock } from './clock/advance-clock.ts';
import { getClock } from './clock/get-clock.ts';
import { createSandboxEvent } from './made-up/create-sandbox-event.ts';
import { simulateTransaction } from './simulate-transaction.ts';

export function sandboxRoutes(instance: Instance): Operation[] {
  return [simulateTransaction(instance), getClock(instance), advanceClock(instance), createSandboxEvent(instance)];
}
