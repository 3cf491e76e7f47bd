// The receipt by mail, where the merchant said who the customer is: put on its way in the commit that pays the invoice.
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../core/money/decimal.ts';
import { formatRate } from '../../../core/money/rate.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import { type App, findApp } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import { listPaidOnce } from '../../ledger/credit-store.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listSucceeded, type Transaction } from '../../ledger/transaction-store.ts';

type Needs = Pick<Instance, 'mails' | 'catalog' | 'publicUrl'>;

/**
 * Mails the customers of these invoices, which this commit has made paid, their receipt: once in an invoice's life, and
 * only where money came. What a merchant accepted as paid without any needs none.
 */
export async function mailReceipts(trx: Queryable, instance: Needs, paid: readonly Invoice[]): Promise<void> {
  const known = paid.filter(({ customer, paid: sum }) => Boolean(customer.email) && sum > 0n);
  if (known.length === 0) return;
  const ids = known.map(({ id }) => id);
  const first = await listPaidOnce(trx, ids);
  const payments = Map.groupBy(await listSucceeded(trx, ids), ({ invoiceId }) => invoiceId);
  const apps = new Map<string, App | null>();
  for (const invoice of known) {
    if (!first.has(invoice.id)) continue;
    const app = apps.get(invoice.appId) ?? (await findApp(trx, invoice.appId));
    apps.set(invoice.appId, app);
    await instance.mails.post(trx, receiptMail(instance, { invoice, app, payments: payments.get(invoice.id) ?? [] }));
  }
}

interface Receipt {
  readonly invoice: Invoice;
  readonly app: Pick<App, 'name' | 'environment'> | null;
  readonly payments: readonly Transaction[];
}

function receiptMail({ catalog, publicUrl }: Needs, { invoice, app, payments }: Receipt): Mail {
  const { currency, reference, customer, paidAt } = invoice;
  const decimals = currencyOf(currency)?.decimals ?? 2;
  const fiat = (amount: bigint) => `${formatFixed(amount, decimals)} ${currency}`;
  const shop = app?.name ?? 'the shop';
  const isTest = app?.environment !== 'production';
  const lines = [
    ...(isTest ? ['This was a test: coins on a test network have no value.', ''] : []),
    `${shop} has received your payment of ${fiat(invoice.paid)}.`,
    '',
    ...(reference === null ? [] : [`Order: ${reference}`]),
    `Total: ${fiat(invoice.total)}`,
    ...(paidAt === null ? [] : [`Paid: ${timeText(paidAt)}`]),
    ...payments.flatMap((payment) => paymentLines(catalog, payment, currency)),
    '',
    'The receipt to print:',
    `${publicUrl}/pay/${invoice.id}/receipt`,
  ];
  return { to: customer.email ?? '', subject: `Your receipt from ${shop}`, text: lines.join('\n') };
}

function paymentLines(catalog: Instance['catalog'], payment: Transaction, currency: string): string[] {
  const asset = catalog.assetById(payment.assetId);
  if (asset === null || payment.received === null) return [];
  const { cryptocurrency, network, decimals } = asset;
  const { symbol } = cryptocurrency;
  return [
    '',
    `${formatUnits(payment.received, decimals)} ${symbol} on ${network.name}`,
    `Rate: 1 ${symbol} = ${formatRate(payment.rate)} ${currency}`,
    ...(payment.hash === null ? [] : [`Transaction hash: ${payment.hash}`]),
  ];
}

/** In UTC, to the minute. */
function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
