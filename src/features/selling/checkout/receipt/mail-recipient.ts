// Decides who gets a mail about an invoice that was paid: its customer, or the owner of a sandbox.
import { mailableAddress } from '../../../../core/order/mailable-address.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import type { Transaction } from '../../../money/ledger/transaction-store.ts';
import { type App, listOwners } from '../../../people/apps/store.ts';

type Dependencies = Pick<Instance, 'catalog' | 'seals' | 'log'>;

export interface PaidInvoice {
  readonly invoice: Invoice;
  readonly app: App;
  readonly payments: readonly Transaction[];
}

export interface MailRecipient {
  readonly to: string;
  /** Whether it is a sandbox payment, without real money. */
  readonly isSandbox: boolean;
}

/**
 * Null if the invoice has no valid e-mail address. A sandbox mail goes to an owner of the app, because anyone can make
 * one up for any address.
 */
export async function mailRecipient(
  trx: Queryable,
  instance: Dependencies,
  { invoice, app, payments }: PaidInvoice,
): Promise<MailRecipient | null> {
  const customer = mailableAddress(invoice.customer.email ?? '');
  if (customer === null) return null;
  const isSandbox = app.environment !== 'production' || payments.some((payment) => isTestPayment(instance, payment));
  const to = isSandbox ? await confirmedOwnerOf(trx, instance, app) : customer;
  if (to !== null) return { to, isSandbox };
  instance.log.info({ app: app.id, invoice: invoice.id }, 'no owner has a confirmed address: no sandbox mail');
  return null;
}

function isTestPayment({ catalog }: Dependencies, { assetId }: Transaction): boolean {
  return catalog.assetById(assetId)?.network.test ?? true;
}

/** Returns a confirmed e-mail address of the app's maker, or else of another owner; null if there is none. */
async function confirmedOwnerOf(trx: Queryable, instance: Dependencies, app: App): Promise<string | null> {
  const confirmed = (await listOwners(trx, instance, app.id)).filter(({ emailVerified }) => emailVerified);
  return (confirmed.find(({ id }) => id === app.ownerId) ?? confirmed[0])?.email ?? null;
}
