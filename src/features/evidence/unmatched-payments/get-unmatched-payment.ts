// GET /unmatched-payment/{id}: returns an unmatched payment in any state.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { UnmatchedPaymentView, unmatchedPaymentView } from '../../money/payments/unmatched/view.ts';
import { ownUnmatchedPayment } from './own-unmatched-payment.ts';

export function getUnmatchedPayment(instance: Instance): Operation {
  return operation({
    id: 'getUnmatchedPayment',
    method: 'GET',
    path: '/unmatched-payment/:id',
    group: 'Transactions',
    summary: 'Get unmatched payment',
    description: [
      '`reason` says why it waits, and `candidates` and `evidence` name the transactions that it may pay. While it',
      'waits, assign or dismiss it.',
    ].join(' '),
    access: { cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    params: idInPath,
    answer: UnmatchedPaymentView,
    handle: async ({ params, caller }) => {
      const { payment } = await ownUnmatchedPayment(instance.db, params.id, caller);
      return unmatchedPaymentView(instance, payment);
    },
  });
}
