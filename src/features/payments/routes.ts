// The operations on payments that no transaction was sure to own.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { claimTransaction } from './claims/claim-transaction.ts';
import { simulateTransaction } from './sandbox/simulate-transaction.ts';
import { assignUnmatchedPayment } from './unmatched/assign-unmatched-payment.ts';
import { dismissUnmatchedPayment } from './unmatched/dismiss-unmatched-payment.ts';
import { listUnmatchedPayments } from './unmatched/list-unmatched-payments.ts';

export function paymentRoutes(instance: Instance): Operation[] {
  return [
    listUnmatchedPayments(instance),
    assignUnmatchedPayment(instance),
    dismissUnmatchedPayment(instance),
    claimTransaction(instance),
    simulateTransaction(instance),
  ];
}
