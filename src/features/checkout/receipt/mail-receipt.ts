// The receipt by mail, in the language that the invoice's metadata names.
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../core/money/decimal.ts';
import { formatRate } from '../../../core/money/rate.ts';
import { fill } from '../../../core/words/fill.ts';
import { type LanguageCode, languageOf } from '../../../core/words/languages.ts';
import { priceText } from '../../../core/words/price-text.ts';
import type { ShopTexts } from '../../../core/words/shop/shop-texts.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import { type App, findSoundApp, listOwners } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { listSucceeded, type Transaction } from '../../ledger/transaction-store.ts';

type Dependencies = Pick<Instance, 'mails' | 'catalog' | 'publicUrl' | 'seals' | 'log'>;

/**
 * Mails the customer of this paid invoice the receipt, where the invoice names an address that can be mailed and money
 * came. An invoice that a merchant settled without a payment gets none. A receipt of the sandbox goes to an owner of
 * the app, since anyone can make one up for any address.
 */
export async function mailReceipt(trx: Queryable, instance: Dependencies, invoice: Invoice): Promise<void> {
  const { mailableAddress } = await import('../../../core/order/mailable-address.ts');
  const customer = mailableAddress(invoice.customer.email ?? '');
  if (customer === null || invoice.paid === 0n) return;
  const app = await findSoundApp(trx, invoice.appId);
  if (app === null) return;
  const payments = await listSucceeded(trx, [invoice.id]);
  const isSandbox = app.environment !== 'production' || payments.some((payment) => isTestPayment(instance, payment));
  const to = isSandbox ? await confirmedOwnerOf(trx, instance, app) : customer;
  if (to === null) {
    instance.log.info({ app: app.id, invoice: invoice.id }, 'no owner has a confirmed address: no test receipt');
    return;
  }
  const { shopTexts } = await import('../../../core/words/shop/all-texts.ts');
  const told = languageOf(invoice.metadata.language ?? '');
  const words = shopTexts[told ?? 'en'].mail;
  await instance.mails.postOutside(trx, {
    ...(await receiptMail(instance, { to, invoice, app, payments, isSandbox, told, words })),
    ...{ kind: isSandbox ? 'sandbox_receipt' : 'receipt', appId: app.id, personId: app.ownerId },
    invoiceId: invoice.id,
  });
}

function isTestPayment({ catalog }: Dependencies, { assetId }: Transaction): boolean {
  return catalog.assetById(assetId)?.network.test ?? true;
}

/** The address of the maker, or else of another owner, that its person has confirmed; null where there is none. */
async function confirmedOwnerOf(trx: Queryable, instance: Dependencies, app: App): Promise<string | null> {
  const confirmed = (await listOwners(trx, instance, app.id)).filter(({ emailVerified }) => emailVerified);
  return (confirmed.find(({ id }) => id === app.ownerId) ?? confirmed[0])?.email ?? null;
}

interface Receipt {
  readonly to: string;
  readonly invoice: Invoice;
  readonly app: Pick<App, 'name'>;
  readonly payments: readonly Transaction[];
  /** No money of value was paid. */
  readonly isSandbox: boolean;
  /** The customer's language, where the shop knows it. */
  readonly told: LanguageCode | null;
  readonly words: ShopTexts['mail'];
}

async function receiptMail({ catalog, publicUrl }: Dependencies, receipt: Receipt): Promise<Mail> {
  const { nameInBody, nameInSubject } = await import('../../../core/mail/name-in-mail.ts');
  const { invoice, app, payments, told, words } = receipt;
  const { currency, reference, paidAt } = invoice;
  const language = told ?? 'en';
  const say = (text: string, places: Readonly<Record<string, string>>) => fill(text, places, language);
  const decimals = currencyOf(currency)?.decimals ?? 2;
  const price = (amount: bigint) => priceText(formatFixed(amount, decimals), currency, language);
  const lines = [
    ...(receipt.isSandbox ? [words.test, ''] : []),
    say(words.received, { shop: nameInBody(app.name), price: price(invoice.paid) }),
    '',
    ...(reference === null ? [] : [say(words.order, { reference: nameInBody(reference) })]),
    say(words.total, { price: price(invoice.total) }),
    ...(paidAt === null ? [] : [say(words.paidOn, { time: timeText(paidAt, language) })]),
    ...payments.flatMap((payment) => paymentLines(catalog, payment, { currency, language, words })),
    '',
    words.print,
    `${publicUrl}/pay/${invoice.id}/receipt${told === null ? '' : `?lang=${told}`}`,
  ];
  const shop = nameInSubject(app.name) ?? new URL(publicUrl).host;
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
