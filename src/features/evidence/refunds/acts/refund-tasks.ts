// The tasks of refunds: one follows an expected transfer that changed, one sets how long transfers are looked for.
import { afterwatchMillis } from '../../../../core/payment/outgoing/refund.ts';
import { guardOf, RowTampered } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Instance } from '../../../instance.ts';
import type { QueuedTask } from '../../../known/schedule/task-kinds.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import { endWatches, takeReport } from '../../outgoing/expect-transfer.ts';
import { findRefund, findRefundOf, lockRefund, type Refund } from '../refund-store.ts';
import { followRefund } from './follow-refund.ts';
import { refundTaskKind, watchTaskKind } from './task-kinds.ts';

/** The key is the id of an expected transfer. */
export function refundTask(instance: Instance): QueuedTask {
  return {
    kind: refundTaskKind,
    async run(trx, expectedId) {
      // Watchers lock expected transfers before invoices, and so does this task.
      if ((await takeReport(trx, expectedId)) === null) return null;
      const of = await findRefundOf(trx, expectedId);
      if (of === null) return null;
      try {
        await openBooks(trx, instance, { invoices: [of.invoiceId] }, async (books) => {
          const refund = await findRefund(trx, of.id);
          if (refund !== null) await followRefund(trx, books, refund);
        });
      } catch (error) {
        if (!(error instanceof RowTampered)) throw error;
        guardOf(trx).note(error.row);
      }
      return null;
    },
  };
}

/**
 * The key is the id of a refund. Earlier amounts and destinations of a refund that has its transfer, and all of a
 * canceled one, are looked for during another week, so that a late or a second transfer is found.
 */
export function refundWatchTask(instance: Instance): QueuedTask {
  return {
    kind: watchTaskKind,
    async run(trx, refundId) {
      const found = await findRefund(trx, refundId);
      if (found === null) return null;
      const ids = found.watches.map(({ id }) => id);
      await endWatches(trx, instance, ids, async () => {
        const refund = await lockRefund(trx, refundId);
        if (refund === null) return [];
        return refund.watches.map(({ id }) => ({ id, until: watchedUntil(refund, id) }));
      });
      return null;
    },
  };
}

/** Null while the transfer of this watch is expected, or is the one of the refund. */
function watchedUntil({ watchId, sentAt, seenAt, canceledAt, amountDiffers }: Refund, id: string): Date | null {
  const isOpen = watchId === null || amountDiffers;
  const settledAt = id === watchId ? null : (sentAt ?? (isOpen ? null : seenAt));
  const ended = settledAt ?? canceledAt;
  return ended === null ? null : new Date(ended.getTime() + afterwatchMillis);
}
