// The operations on unmatched payments.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { assignUnmatchedPayment } from './assign-unmatched-payment.ts';
import { dismissUnmatchedPayment } from './dismiss-unmatched-payment.ts';
import { getUnmatchedPayment } from './get-unmatched-payment.ts';
import { listUnmatchedPayments } from './list-unmatched-payments.ts';

export function unmatchedPaymentRoutes(instance: Instance): Operation[] {
  return [
    listUnmatchedPayments(instance),
    getUnmatchedPayment(instance),
    assignUnmatchedPayment(instance),
    dismissUnmatchedPayment(instance),
  ];
}
