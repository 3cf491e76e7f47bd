// Mails the receipt, in the language named in the invoice's metadata.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { listSucceeded } from '../../../money/ledger/transaction-store.ts';
import { findSoundApp } from '../../../people/apps/store.ts';

type Dependencies = Pick<Instance, 'mails' | 'catalog' | 'publicUrl' | 'seals' | 'log'>;

/**
 * Mails the receipt of this paid invoice to the customer if the invoice has a valid e-mail address and a payment. An
 * invoice settled without a payment gets no receipt.
 */
export async function mailReceipt(trx: Queryable, instance: Dependencies, invoice: Invoice): Promise<void> {
  if (invoice.paid === 0n) return;
  const app = await findSoundApp(trx, invoice.appId);
  if (app === null) return;
  const payments = await listSucceeded(trx, [invoice.id]);
  const { mailRecipient } = await import('./mail-recipient.ts');
  const recipient = await mailRecipient(trx, instance, { invoice, app, payments });
  if (recipient === null) return;
  const { to, isSandbox } = recipient;
  const { findLanguage, serviceWords } = await import('../../../../io/words/service-words.ts');
  const { receiptMail } = await import('./receipt-mail.ts');
  const asked = findLanguage(invoice.metadata.language ?? '');
  const words = serviceWords(asked?.code ?? 'en');
  await instance.mails.postOutside(trx, {
    ...receiptMail(instance, { to, invoice, app, payments, isSandbox, isAsked: asked !== null, words }),
    kind: isSandbox ? 'sandbox_receipt' : 'receipt',
    appId: app.id,
    personId: app.ownerId,
    invoiceId: invoice.id,
  });
}
