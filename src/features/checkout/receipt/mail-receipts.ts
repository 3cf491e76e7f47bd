// The receipt by mail, where the merchant said who the customer is: put on its way in the commit that pays the invoice,
// in the language that its metadata names.
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../core/money/decimal.ts';
import { formatRate } from '../../../core/money/rate.ts';
import { fill } from '../../../core/words/fill.ts';
import { type LanguageCode, languageOf } from '../../../core/words/languages.ts';
import { priceText } from '../../../core/words/price-text.ts';
import type { ShopTexts } from '../../../core/words/shop/shop-texts.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import { type App, findApp } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import { listPaidOnce } from '../../ledger/credit-store.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listSucceeded, type Transaction } from '../../ledger/transaction-store.ts';

type Dependencies = Pick<Instance, 'mails' | 'catalog' | 'publicUrl'>;

/**
 * Mails the customers of these invoices, which this commit has made paid, their receipt: once in an invoice's life, and
 * only where money came. What a merchant accepted as paid without any needs none.
 */
export async function mailReceipts(trx: Queryable, instance: Dependencies, paid: readonly Invoice[]): Promise<void> {
  const known = paid.filter(({ customer, paid: sum }) => Boolean(customer.email) && sum > 0n);
  if (known.length === 0) return;
  const ids = known.map(({ id }) => id);
  const first = await listPaidOnce(trx, ids);
  const payments = Map.groupBy(await listSucceeded(trx, ids), ({ invoiceId }) => invoiceId);
  // Few processes mail any: only those hold the words.
  const { mailableAddress } = await import('../../../core/order/mailable-address.ts');
  const { shopTexts } = await import('../../../core/words/shop/all-texts.ts');
  const apps = new Map<string, App | null>();
  for (const invoice of known) {
    // Null for an address that is kept, but cannot be mailed.
    const to = mailableAddress(invoice.customer.email ?? '');
    if (to === null || !first.has(invoice.id)) continue;
    const app = apps.get(invoice.appId) ?? (await findApp(trx, invoice.appId));
    apps.set(invoice.appId, app);
    const told = languageOf(invoice.metadata.language ?? '');
    const receipt = {
      to,
      invoice,
      app,
      payments: payments.get(invoice.id) ?? [],
      told,
      words: shopTexts[told ?? 'en'].mail,
    };
    await instance.mails.post(trx, receiptMail(instance, receipt));
  }
}

interface Receipt {
  readonly to: string;
  readonly invoice: Invoice;
  readonly app: Pick<App, 'name' | 'environment'> | null;
  readonly payments: readonly Transaction[];
  /** The customer's language, where the shop knows it. */
  readonly told: LanguageCode | null;
  readonly words: ShopTexts['mail'];
}

function receiptMail({ catalog, publicUrl }: Dependencies, receipt: Receipt): Mail {
  const { invoice, app, payments, told, words } = receipt;
  const { currency, reference, paidAt } = invoice;
  const language = told ?? 'en';
  const say = (text: string, places: Readonly<Record<string, string>>) => fill(text, places, language);
  const decimals = currencyOf(currency)?.decimals ?? 2;
  const price = (amount: bigint) => priceText(formatFixed(amount, decimals), currency, language);
  const shop = app?.name ?? new URL(publicUrl).host;
  const isTest = app?.environment !== 'production';
  const lines = [
    ...(isTest ? [words.test, ''] : []),
    say(words.received, { shop, price: price(invoice.paid) }),
    '',
    ...(reference === null ? [] : [say(words.order, { reference })]),
    say(words.total, { price: price(invoice.total) }),
    ...(paidAt === null ? [] : [say(words.paidOn, { time: timeText(paidAt, language) })]),
    ...payments.flatMap((payment) => paymentLines(catalog, payment, { currency, language, words })),
    '',
    words.print,
    `${publicUrl}/pay/${invoice.id}/receipt${told === null ? '' : `?lang=${told}`}`,
  ];
  return { to: receipt.to, subject: say(words.subject, { shop }), text: lines.join('\n') };
}

interface Spoken {
  readonly currency: string;
  readonly language: LanguageCode;
  readonly words: ShopTexts['mail'];
}

function paymentLines(
  catalog: Instance['catalog'],
  payment: Transaction,
  { currency, language, words }: Spoken,
): string[] {
  const asset = catalog.assetById(payment.assetId);
  if (asset === null || payment.received === null) return [];
  const { cryptocurrency, network, decimals } = asset;
  const coin = cryptocurrency.symbol;
  const amount = formatUnits(payment.received, decimals);
  const price = priceText(formatRate(payment.rate), currency, language);
  return [
    '',
    fill(words.coin, { amount, coin, network: network.name }, language),
    fill(words.rate, { coin, price }, language),
    ...(payment.hash === null ? [] : [fill(words.hash, { hash: payment.hash }, language)]),
  ];
}

/** In UTC, to the minute: whoever reads a mail has no time zone that is known here. */
function timeText(time: Date, language: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language, format).format(time)} UTC`;
}
