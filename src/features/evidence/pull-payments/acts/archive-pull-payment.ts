// Archives a pull payment, and cancels its refund unless a transfer was seen.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { cancelOpenRefund } from '../../refunds/acts/cancel-open-refund.ts';
import type { ChangedBy } from '../../refunds/acts/change-refund.ts';
import { findRefund } from '../../refunds/refund-store.ts';
import { changePullPayment, type PullPayment } from '../pull-payment-store.ts';

/**
 * Returns the archived one, also if it was archived before. A refund with a transfer that was seen stays as it is.
 * Throws Problem refund_not_changeable if another commit changed it meanwhile, and the Problems of requireRight.
 */
export async function archivePullPayment(
  trx: Queryable,
  instance: Instance,
  before: PullPayment,
  by: ChangedBy,
): Promise<PullPayment> {
  if (before.archivedAt !== null) return before;
  const refund = before.invoiceId === null ? null : await findRefund(trx, before.id);
  if (refund?.status === 'awaiting_address' || refund?.status === 'ready')
    await cancelOpenRefund(trx, instance, before.id, by);
  const after = { ...before, archivedAt: instance.clock.now() };
  if (!(await changePullPayment(trx, before, after))) throw new Problem('refund_not_changeable');
  await auditChange(trx, instance, by, {
    of: { appId: after.appId },
    action: 'pull_payment.archived',
    subjectId: after.id,
    before: { archived: false },
    after: { archived: true, name: after.name },
  });
  return after;
}
