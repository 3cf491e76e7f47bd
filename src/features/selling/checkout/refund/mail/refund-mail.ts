// The text of a mail about a refund in the customer's language.
import { nameInBody, nameInSubject } from '../../../../../core/mail/name-in-mail.ts';
import { currencyOf } from '../../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../../core/money/decimal.ts';
import { mailableAddress } from '../../../../../core/order/mailable-address.ts';
import { exchangeName } from '../../../../../core/words/exchange-names.ts';
import { priceText } from '../../../../../core/words/price-text.ts';
import type { Mail } from '../../../../../io/mail/mailer.ts';
import type { ServiceWords } from '../../../../../io/words/service-words.ts';
import type { Refund } from '../../../../evidence/refunds/refund-store.ts';
import type { Asset } from '../../../../known/catalog/catalog.ts';
import type { Invoice } from '../../../../money/ledger/invoice-store.ts';
import type { App } from '../../../../people/apps/store.ts';

export interface RefundNews {
  readonly to: string;
  readonly refund: Refund;
  readonly asset: Asset;
  readonly invoice: Pick<Invoice, 'reference'>;
  readonly app: Pick<App, 'name' | 'settings'>;
  /** Whether it refunds a sandbox payment, without real money. */
  readonly isSandbox: boolean;
  /** Whether the shop named the customer's language; the link then names it too. */
  readonly isAsked: boolean;
  readonly words: Pick<ServiceWords, 'language' | 'mails'>;
}

/** Returns the mail with the link to the refund's page, or with its chain transaction once it was sent. */
export function refundMail(publicUrl: string, news: RefundNews): Mail {
  const { refund, invoice, app, isAsked, words } = news;
  const { language, mails } = words;
  // Only an e-mail address: the shop must not put links to other pages into mails of this service. The page has others.
  const contact = mailableAddress(app.settings.supportContact ?? '');
  const isSent = refund.status === 'sent';
  const lines = [
    ...(news.isSandbox ? [mails.receipt.test, ''] : []),
    ...(isSent ? sentLines(news) : madeLines(news)),
    `${publicUrl}/refund/${refund.id}${isAsked ? `?lang=${language.code}` : ''}`,
    '',
    ...(invoice.reference === null ? [] : [mails.receipt.order({ reference: nameInBody(invoice.reference) })]),
    ...(contact === null ? [] : [mails.refund.contact({ contact })]),
  ];
  const shop = nameInSubject(app.name) ?? new URL(publicUrl).host;
  const subject = isSent ? mails.refund.sentSubject({ shop }) : mails.refund.subject({ shop });
  return { to: news.to, subject, text: lines.join('\n') };
}

function madeLines(news: RefundNews): string[] {
  const { refund, asset, app, words } = news;
  const said = words.mails.refund;
  const { cryptocurrency, network } = asset;
  const price = priceOf(news, refund.value);
  return [
    said.made({ shop: nameInBody(app.name), price, coin: cryptocurrency.symbol, network: exchangeName(network) }),
    '',
    refund.status === 'awaiting_address' ? said.ask : said.follow,
  ];
}

function sentLines(news: RefundNews): string[] {
  const { refund, asset, app, words } = news;
  const { receipt, refund: said } = words.mails;
  const { cryptocurrency, network, decimals } = asset;
  const what = {
    amount: formatUnits(refund.sentAmount ?? 0n, decimals),
    coin: cryptocurrency.symbol,
    network: exchangeName(network),
    price: priceOf(news, refund.refunded),
  };
  const link = refund.hash === null ? null : network.explorerTransaction?.replace('{hash}', refund.hash);
  return [
    said.sent({ shop: nameInBody(app.name), ...what }),
    '',
    ...(refund.hash === null ? [] : [receipt.hash({ hash: refund.hash })]),
    ...(link ? [link] : []),
    '',
    said.follow,
  ];
}

/** `value` in minor units. */
function priceOf({ refund: { currency }, words }: RefundNews, value: bigint): string {
  return priceText(formatFixed(value, currencyOf(currency)?.decimals ?? 2), currency, words.language);
}
