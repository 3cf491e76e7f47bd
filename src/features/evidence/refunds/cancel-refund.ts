// DELETE /refund/{id}: the merchant cancels a refund that no transfer was seen for.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { queueTasks } from '../../known/schedule/task-store.ts';
import { openBooks } from '../../money/ledger/open-books.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { emitRefund, followRefund } from './acts/follow-refund.ts';
import { watchTaskKind } from './acts/task-kinds.ts';
import { anyRefund, ownRefundToChange } from './own-refund.ts';
import { type Refund, updateRefund } from './refund-store.ts';
import { RefundView, refundView } from './view.ts';

export function cancelRefund(instance: Instance): Operation {
  return operation({
    id: 'cancelRefund',
    method: 'DELETE',
    path: '/refund/:id',
    group: 'Refunds',
    summary: 'Cancel refund',
    description: [
      'Nothing is taken back: do not send a signed transfer afterwards. Its destination is watched for another 7 days,',
      'and a transfer that comes all the same makes the refund `seen` and `sent`. 409 once a transfer was seen.',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund',
    params: idInPath,
    answer: RefundView,
    problems: ['refund_not_cancelable'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const { refund: found } = await ownRefundToChange(trx, params.id, { caller, now: instance.clock.now() });
        const { before, after } = await openBooks(trx, instance, { invoices: [found.invoiceId] }, async (books) => {
          const { refund: before } = await followRefund(trx, books, await anyRefund(trx, found.id));
          if (before.status === 'canceled') return { before, after: before };
          if (before.status === 'seen' || before.status === 'sent') throw new Problem('refund_not_cancelable');
          const now = books.timeOf(before.appId);
          const after: Refund = { ...before, status: 'canceled', canceledAt: now, updatedAt: now };
          await updateRefund(trx, after);
          emitRefund(books, 'canceled', { refund: after, report: null });
          await queueTasks(trx, watchTaskKind, [found.id], books.now);
          return { before, after };
        });
        const view = refundView(instance, after, null);
        if (before.status !== after.status)
          await auditChange(
            trx,
            instance,
            { caller, origin },
            {
              of: { appId: after.appId },
              action: 'refund.canceled',
              subjectId: after.id,
              before: { status: before.status },
              after: { status: after.status },
            },
          );
        return view;
      }),
  });
}
