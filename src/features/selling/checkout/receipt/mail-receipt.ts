// Mails the receipt, in the language named in the invoice's metadata.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { listSucceeded, type Transaction } from '../../../money/ledger/transaction-store.ts';
import { type App, findSoundApp, listOwners } from '../../../people/apps/store.ts';

type Dependencies = Pick<Instance, 'mails' | 'catalog' | 'publicUrl' | 'seals' | 'log'>;

/**
 * Mails the receipt of this paid invoice to the customer if the invoice has a valid e-mail address and a payment. An
 * invoice settled without a payment gets no receipt. A sandbox receipt goes to an owner of the app, because anyone can
 * make one up for any address.
 */
export async function mailReceipt(trx: Queryable, instance: Dependencies, invoice: Invoice): Promise<void> {
  const { mailableAddress } = await import('../../../../core/order/mailable-address.ts');
  const customer = mailableAddress(invoice.customer.email ?? '');
  if (customer === null || invoice.paid === 0n) return;
  const app = await findSoundApp(trx, invoice.appId);
  if (app === null) return;
  const payments = await listSucceeded(trx, [invoice.id]);
  const isSandbox = app.environment !== 'production' || payments.some((payment) => isTestPayment(instance, payment));
  const to = isSandbox ? await confirmedOwnerOf(trx, instance, app) : customer;
  if (to === null) {
    instance.log.info({ app: app.id, invoice: invoice.id }, 'no owner has a confirmed address: no sandbox receipt');
    return;
  }
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

function isTestPayment({ catalog }: Dependencies, { assetId }: Transaction): boolean {
  return catalog.assetById(assetId)?.network.test ?? true;
}

/** Returns a confirmed e-mail address of the app's maker, or else of another owner; null if there is none. */
async function confirmedOwnerOf(trx: Queryable, instance: Dependencies, app: App): Promise<string | null> {
  const confirmed = (await listOwners(trx, instance, app.id)).filter(({ emailVerified }) => emailVerified);
  return (confirmed.find(({ id }) => id === app.ownerId) ?? confirmed[0])?.email ?? null;
}
