// POST /unmatched-payment/{id}/dismiss: the merchant has handled it elsewhere, for example by a refund.

import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { notifyInvoicesOf } from '../../money/ledger/invoice-feed.ts';
import { listClaimants } from '../../money/payments/matching/claim-store.ts';
import { dismissUnmatched } from '../../money/payments/unmatched/unmatched-store.ts';
import { UnmatchedPaymentView, unmatchedPaymentView } from '../../money/payments/unmatched/view.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { ownUnmatchedPayment } from './own-unmatched-payment.ts';

export function dismissUnmatchedPayment(instance: Instance): Operation {
  return operation({
    id: 'dismissUnmatchedPayment',
    method: 'POST',
    path: '/unmatched-payment/:id/dismiss',
    group: 'Transactions',
    summary: 'Dismiss unmatched payment',
    description:
      'For money handled elsewhere, for example by a refund. Nothing is sent back. 409 if it no longer waits.',
    access: { cookie: true, pat: 'payments:assign', appToken: true, oauth2: 'payments:assign' },
    writes: 'dismissal',
    params: idInPath,
    answer: UnmatchedPaymentView,
    problems: ['payment_not_waiting'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const { payment, app } = await ownUnmatchedPayment(trx, params.id, caller);
        const judged = { thing: 'dismissal', app, subjectId: payment.id, before: payment, after: payment } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        const write = { db: trx, now: instance.clock.now() };
        if (!(await dismissUnmatched(write, payment.id))) throw new Problem('payment_not_waiting');
        await notifyInvoicesOf(trx, [...payment.candidates, ...(await listClaimants(trx, payment.id))]);
        const [before, after] = [{ status: payment.status }, { status: 'dismissed' }];
        const subject = { of: { appId: payment.appId }, subjectId: payment.id };
        await auditChange(
          trx,
          instance,
          { caller, origin },
          { ...subject, action: 'payment.dismissed', before, after },
        );
        return unmatchedPaymentView(instance, { ...payment, status: 'dismissed' });
      }),
  });
}
