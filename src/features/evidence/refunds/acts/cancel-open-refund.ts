// Cancels a refund that no transfer was seen for.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { queueTasks } from '../../../known/schedule/task-store.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { anyRefund, ownRefundToChange } from '../own-refund.ts';
import { type Refund, updateRefund } from '../refund-store.ts';
import type { ChangedBy } from './change-refund.ts';
import { emitRefund, followRefund } from './follow-refund.ts';
import { watchTaskKind } from './task-kinds.ts';

/**
 * Returns the canceled refund, also if it was canceled before. Throws Problem: not_found, refund_not_cancelable, and
 * the Problems of requireRight.
 */
export async function cancelOpenRefund(trx: Queryable, instance: Instance, id: string, by: ChangedBy): Promise<Refund> {
  const { refund: found } = await ownRefundToChange(trx, id, { caller: by.caller, now: instance.clock.now() });
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
  if (before.status !== after.status)
    await auditChange(trx, instance, by, {
      of: { appId: after.appId },
      action: 'refund.canceled',
      subjectId: after.id,
      before: { status: before.status },
      after: { status: after.status },
    });
  return after;
}
