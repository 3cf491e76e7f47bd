// Mails the customer on `refund.created` and `refund.sent`.
import type { Queryable } from '../../../../../io/db/database.ts';
import { guardOf, RowTampered } from '../../../../../io/db/sealed/sealed-row-type.ts';
import { findEvent } from '../../../../events/events/event-list-store.ts';
import { type AppEvent, shownSince } from '../../../../events/events/store.ts';
import { assetOf } from '../../../../evidence/refunds/acts/follow-refund.ts';
import { findRefund, type Refund } from '../../../../evidence/refunds/refund-store.ts';
import type { Instance } from '../../../../instance.ts';
import type { QueuedTask } from '../../../../known/schedule/task-kinds.ts';
import { wasSentBefore } from '../../../../money/ledger/credit-store.ts';
import { findInvoice } from '../../../../money/ledger/invoice-store.ts';
import { listSucceeded } from '../../../../money/ledger/transaction-store.ts';
import { findSoundApp } from '../../../../people/apps/store.ts';

/** The delay before a refund that a reorg reversed is looked at again. */
const pauseMillis = 60_000;

/**
 * The key is the id of an event. Mails the link once when the refund is made, and its chain transaction once when it
 * was first sent. If a reorg reversed the transfer meanwhile, waits until it is sent again.
 */
export function refundMailTask(instance: Instance): QueuedTask {
  return {
    kind: 'refund_mail',
    async run(trx, eventId) {
      const now = instance.clock.now();
      try {
        const event = await findEvent(trx, eventId, shownSince(now));
        const refund = event === null ? null : await refundOf(trx, event);
        if (event === null || refund === null) return null;
        if (event.type === 'refund.sent' && refund.status !== 'sent') return new Date(now.getTime() + pauseMillis);
        const isNews =
          event.type === 'refund.sent' || refund.status === 'awaiting_address' || refund.status === 'ready';
        if (isNews) await mailRefund(trx, instance, refund);
      } catch (error) {
        // The change is reported, and no mail is sent.
        if (!(error instanceof RowTampered)) throw error;
        guardOf(trx).note(error.row);
      }
      return null;
    },
  };
}

/** Null if there is none, or if its transfer was mailed before a reorg. */
async function refundOf(trx: Queryable, { type, data, createdAt }: AppEvent): Promise<Refund | null> {
  const { id } = data as { readonly id?: string };
  const refund = id === undefined ? null : await findRefund(trx, id);
  if (refund === null || type !== 'refund.sent') return refund;
  const sent = { invoiceId: refund.invoiceId, refundId: refund.id };
  return (await wasSentBefore(trx, sent, createdAt)) ? null : refund;
}

async function mailRefund(trx: Queryable, instance: Instance, refund: Refund): Promise<void> {
  const invoice = await findInvoice(trx, refund.invoiceId);
  const app = await findSoundApp(trx, refund.appId);
  if (invoice === null || app === null) return;
  const { mailRecipient } = await import('../../receipt/mail-recipient.ts');
  const payments = await listSucceeded(trx, [invoice.id]);
  const recipient = await mailRecipient(trx, instance, { invoice, app, payments });
  if (recipient === null) return;
  const { findLanguage, serviceWords } = await import('../../../../../io/words/service-words.ts');
  const { refundMail } = await import('./refund-mail.ts');
  const asked = findLanguage(invoice.metadata.language ?? '');
  const words = serviceWords(asked?.code ?? 'en');
  const news = { ...recipient, refund, asset: assetOf(instance, refund), invoice, app, isAsked: asked !== null, words };
  await instance.mails.postOutside(trx, {
    ...refundMail(instance.publicUrl, news),
    kind: recipient.isSandbox ? 'sandbox_receipt' : 'receipt',
    appId: app.id,
    personId: app.ownerId,
    invoiceId: invoice.id,
  });
}
