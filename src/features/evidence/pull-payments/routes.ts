// The operations on pull payments.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { assignPullPayment } from './assign-pull-payment.ts';
import { deletePullPayment } from './delete-pull-payment.ts';
import { listPullPayments } from './list-pull-payments.ts';

export function pullPaymentRoutes(instance: Instance): Operation[] {
  return [listPullPayments(instance), assignPullPayment(instance), deletePullPayment(instance)];
}
