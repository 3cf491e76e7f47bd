// Mails receipts on `invoice.paid`.
import { findSoundEvent } from '../../../events/events/event-list-store.ts';
import { shownSince } from '../../../events/events/store.ts';
import type { Instance } from '../../../instance.ts';
import type { QueuedTask } from '../../../known/schedule/task-kinds.ts';
import { wasPaidBefore } from '../../../money/ledger/credit-store.ts';
import { findInvoice } from '../../../money/ledger/invoice-store.ts';
import { mailReceipt } from './mail-receipt.ts';

type Parts = Parameters<typeof mailReceipt>[1] & Pick<Instance, 'clock'>;

/** The delay before an invoice that a reorg reversed is tried again. */
const pauseMillis = 60_000;

/**
 * Mails one receipt per invoice, for its first `invoice.paid`. If a reorg reversed the payment before, waits until the
 * invoice is paid again. Mails nothing for a canceled invoice.
 */
export function receiptTask(instance: Parts): QueuedTask {
  return {
    kind: 'receipt',
    async run(trx, eventId) {
      const now = instance.clock.now();
      const paid = await findSoundEvent(trx, eventId, shownSince(now));
      if (paid === null || paid.invoiceId === null) return null;
      if (await wasPaidBefore(trx, paid.invoiceId, paid.createdAt)) return null;
      const invoice = await findInvoice(trx, paid.invoiceId);
      if (invoice === null || invoice.status === 'canceled') return null;
      if (invoice.status !== 'paid') return new Date(now.getTime() + pauseMillis);
      await mailReceipt(trx, instance, invoice);
      return null;
    },
  };
}
