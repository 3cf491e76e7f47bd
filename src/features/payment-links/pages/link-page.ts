// The page of a payment link as HTML: what is paid, a form that needs no script, and what was wrong with what it sent.
import type { Currency } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { escapeHtml, type HtmlPage, htmlPage } from '../../../io/http/browser/html-page.ts';
import type { App } from '../../apps/store.ts';
import { imageUrl } from '../../uploads/signed-address.ts';
import type { PaymentLink } from '../store.ts';

export interface LinkPageParams {
  readonly app: Pick<App, 'name' | 'image'>;
  readonly link: PaymentLink;
  readonly currency: Currency;
  readonly publicUrl: string;
  /** Of this showing of the form. */
  readonly key: string;
  /** What was entered before, and what is wrong with it. */
  readonly entered?: string;
  readonly fault?: string;
}

export function linkPage({ app, link, currency, publicUrl, key, entered = '', fault }: LinkPageParams): HtmlPage {
  const picture = app.image === null ? null : imageUrl(publicUrl, app.image);
  const sum = link.total === null ? null : priceText(link.total, currency);
  const body = [
    ...(picture === null ? [] : [`<img class="picture" src="${escapeHtml(picture)}" alt="">`]),
    ...(link.description === null ? [] : [`<p class="said">${escapeHtml(link.description)}</p>`]),
    ...(sum === null ? [] : [`<p class="sum">${escapeHtml(sum)}</p>`]),
    `<form method="post" action="/link/${escapeHtml(encodeURIComponent(link.slug))}">`,
    `<input type="hidden" name="key" value="${key}">`,
    ...(sum === null ? amountField(currency, entered, fault) : []),
    `<button>${sum === null ? 'Go on to pay' : `Pay ${escapeHtml(sum)}`}</button></form>`,
    '<p class="quiet">On the next page you choose the coin, and see exactly what to send and where to.</p>',
  ].join('\n');
  return htmlPage(`Pay ${app.name}`, body, {
    // It is sent on to the invoice, wherever browsers reach the instance.
    formTargets: [new URL(publicUrl).origin],
    pictures: picture === null ? [] : [new URL(picture).origin],
  });
}

function amountField({ code, decimals }: Currency, entered: string, fault: string | undefined): string[] {
  const told = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="total-fault" autofocus';
  return [
    `<label for="total">Amount in ${code}</label>`,
    ...(fault === undefined ? [] : [`<p role="alert" id="total-fault">${escapeHtml(fault)}</p>`]),
    `<input id="total" name="total" inputmode="${decimals === 0 ? 'numeric' : 'decimal'}" autocomplete="off"`,
    ` maxlength="40" required value="${escapeHtml(entered)}"${told}>`,
  ];
}

/** As a price with all the digits of the currency: '$1,234.50'. */
export function priceText(minor: bigint, currency: Currency): string {
  const { code, decimals } = currency;
  const format = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency: code, minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  });
  return format.format(formatFixed(minor, decimals) as `${number}`);
}

/** Why nothing can be paid there right now, for somebody who cannot mend it. */
export function closedPage(title: string, sentence: string): HtmlPage {
  return htmlPage(title, `<p role="alert">${escapeHtml(sentence)}</p>`);
}
