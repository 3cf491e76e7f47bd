// The receipt by mail, where the merchant said who the customer is: put on its way in the commit that pays the invoice,
// in the language that its metadata names.
import type { Queryable } from '../../../io/db/database.ts';
import { type App, findSoundApp, listOwners } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import { listPaidOnce } from '../../ledger/credit-store.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listSucceeded, type Transaction } from '../../ledger/transaction-store.ts';

type Dependencies = Pick<Instance, 'mails' | 'catalog' | 'publicUrl' | 'seals' | 'log'>;

/**
 * Mails the customers of these invoices, which this commit has made paid, their receipt: once in an invoice's life, and
 * only where money came. An invoice that a merchant settled without a payment gets none. A receipt of the sandbox goes
 * to an owner of the app, since anyone can make one up for any address.
 */
export async function mailReceipts(trx: Queryable, instance: Dependencies, paid: readonly Invoice[]): Promise<void> {
  const known = paid.filter(({ customer, paid: sum }) => Boolean(customer.email) && sum > 0n);
  if (known.length === 0) return;
  const ids = known.map(({ id }) => id);
  const first = await listPaidOnce(trx, ids);
  const payments = Map.groupBy(await listSucceeded(trx, ids), ({ invoiceId }) => invoiceId);
  // Few processes mail any: only those hold the words.
  const { mailableAddress } = await import('../../../core/order/mailable-address.ts');
  const { findLanguage, serviceWords } = await import('../../../io/words/service-words.ts');
  const { receiptMail } = await import('./receipt-mail.ts');
  const apps = new Map<string, App>();
  for (const invoice of known) {
    // Null for an address that is kept, but cannot be mailed.
    const customer = mailableAddress(invoice.customer.email ?? '');
    if (customer === null || !first.has(invoice.id)) continue;
    const app = apps.get(invoice.appId) ?? (await findSoundApp(trx, invoice.appId));
    if (app === null) continue;
    apps.set(invoice.appId, app);
    const paidBy = payments.get(invoice.id) ?? [];
    const isSandbox = app.environment !== 'production' || paidBy.some((payment) => isTestPayment(instance, payment));
    const to = isSandbox ? await confirmedOwnerOf(trx, instance, app) : customer;
    if (to === null) {
      instance.log.info({ app: app.id, invoice: invoice.id }, 'no owner has a confirmed address: no test receipt');
      continue;
    }
    const asked = findLanguage(invoice.metadata.language ?? '');
    const words = serviceWords(asked?.code ?? 'en');
    await instance.mails.postOutside(trx, {
      ...receiptMail(instance, { to, invoice, app, payments: paidBy, isSandbox, isAsked: asked !== null, words }),
      ...{ kind: isSandbox ? 'sandbox_receipt' : 'receipt', appId: app.id, personId: app.ownerId },
      invoiceId: invoice.id,
    });
  }
}

function isTestPayment({ catalog }: Dependencies, { assetId }: Transaction): boolean {
  return catalog.assetById(assetId)?.network.test ?? true;
}

/** The address of the maker, or else of another owner, that its person has confirmed; null where there is none. */
async function confirmedOwnerOf(trx: Queryable, instance: Dependencies, app: App): Promise<string | null> {
  const confirmed = (await listOwners(trx, instance, app.id)).filter(({ emailVerified }) => emailVerified);
  return (confirmed.find(({ id }) => id === app.ownerId) ?? confirmed[0])?.email ?? null;
}
