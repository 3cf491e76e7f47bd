// The text of a mailed receipt in the customer's language.
import { nameInBody, nameInSubject } from '../../../../core/mail/name-in-mail.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../core/money/decimal.ts';
import { formatRate } from '../../../../core/money/rate.ts';
import { refundedOf } from '../../../../core/payment/invoice.ts';
import { priceText } from '../../../../core/words/price-text.ts';
import type { Mail } from '../../../../io/mail/mailer.ts';
import type { ServiceWords } from '../../../../io/words/service-words.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import type { Transaction } from '../../../money/ledger/transaction-store.ts';
import type { App } from '../../../people/apps/store.ts';

type Dependencies = Pick<Instance, 'catalog' | 'publicUrl'>;

export interface Receipt {
  readonly to: string;
  readonly invoice: Invoice;
  readonly app: Pick<App, 'name'>;
  readonly payments: readonly Transaction[];
  /** Whether it is a sandbox payment, without real money. */
  readonly isSandbox: boolean;
  /** Whether the shop named the customer's language; the link to the receipt then names it too. */
  readonly isAsked: boolean;
  readonly words: Pick<ServiceWords, 'language' | 'mails'>;
}

/** Returns the mail with the receipt of a paid invoice, as plain text in the language of `words`. */
export function receiptMail({ catalog, publicUrl }: Dependencies, receipt: Receipt): Mail {
  const { invoice, app, payments, isAsked, words } = receipt;
  const { currency, reference, paidAt } = invoice;
  const { language, mails } = words;
  const said = mails.receipt;
  const decimals = currencyOf(currency)?.decimals ?? 2;
  const price = (amount: bigint) => priceText(formatFixed(amount, decimals), currency, language);
  const lines = [
    ...(receipt.isSandbox ? [said.test, ''] : []),
    said.received({ shop: nameInBody(app.name), price: price(invoice.paid) }),
    '',
    ...(reference === null ? [] : [said.order({ reference: nameInBody(reference) })]),
    said.total({ price: price(invoice.total) }),
    ...(invoice.refunded === 0n ? [] : [said.refunded({ price: price(refundedOf(invoice)) })]),
    ...(paidAt === null ? [] : [said.paidOn({ time: timeText(paidAt, language.code) })]),
    ...payments.flatMap((payment) => paymentLines(catalog, payment, { currency, words })),
    '',
    said.print,
    `${publicUrl}/pay/${invoice.id}/receipt${isAsked ? `?lang=${language.code}` : ''}`,
  ];
  const shop = nameInSubject(app.name) ?? new URL(publicUrl).host;
  return { to: receipt.to, subject: said.subject({ shop }), text: lines.join('\n') };
}

function paymentLines(
  catalog: Instance['catalog'],
  payment: Transaction,
  { currency, words: { language, mails } }: Pick<Receipt, 'words'> & { readonly currency: string },
): string[] {
  const asset = catalog.assetById(payment.assetId);
  if (asset === null || payment.received === null) return [];
  const { cryptocurrency, network, decimals } = asset;
  const coin = cryptocurrency.symbol;
  const amount = formatUnits(payment.received, decimals);
  const price = priceText(formatRate(payment.rate), currency, language);
  return [
    '',
    mails.receipt.coin({ amount, coin, network: network.name }),
    mails.receipt.rate({ coin, price }),
    ...(payment.hash === null ? [] : [mails.receipt.hash({ hash: payment.hash })]),
  ];
}

/** In UTC, to the minute, because the time zone of the reader is not known. */
function timeText(time: Date, language: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language, format).format(time)} UTC`;
}
