// The page of a payment link as HTML: the description, a form that needs no script, and the errors of a submitted form.
import type { Currency } from '../../../../core/money/currency.ts';
import { escapeHtml, type HtmlPage, htmlPage } from '../../../../io/http/browser/html-page.ts';
import type { App } from '../../../people/apps/store.ts';
import { imageUrl } from '../../../people/uploads/signed-address.ts';
import type { PaymentLink } from '../store.ts';
import { languageSwitch, type PageReader } from './page-reader.ts';

export interface LinkPageParams {
  readonly app: Pick<App, 'name' | 'image'>;
  readonly link: PaymentLink;
  readonly currency: Currency;
  readonly publicUrl: string;
  readonly reader: PageReader;
  /** Identifies this rendering of the form. */
  readonly key: string;
  /** The submitted amount and its error. */
  readonly entered?: string;
  readonly fault?: string;
}

export function linkPage(params: LinkPageParams): HtmlPage {
  const { app, link, currency, publicUrl, reader, key } = params;
  const { link: words } = reader.words.links;
  const picture = app.image === null ? null : imageUrl(publicUrl, app.image);
  const sum = link.total === null ? null : reader.price(link.total, currency);
  const body = [
    ...(picture === null ? [] : [`<img class="picture" src="${escapeHtml(picture)}" alt="">`]),
    ...(link.description === null ? [] : [`<p class="said" dir="auto">${escapeHtml(link.description)}</p>`]),
    ...(sum === null ? [] : [`<p class="sum">${escapeHtml(sum)}</p>`]),
    `<form method="post" action="/link/${escapeHtml(encodeURIComponent(link.slug))}${reader.query}">`,
    `<input type="hidden" name="key" value="${key}">`,
    ...(sum === null ? amountField(params) : []),
    `<button>${escapeHtml(sum === null ? words.go : words.pay({ price: sum }))}</button></form>`,
    `<p class="quiet">${escapeHtml(words.next)}</p>`,
  ].join('\n');
  return htmlPage(words.title({ shop: app.name }), body, {
    ...inLanguageOf(reader),
    // The form redirects to the invoice at the address that browsers use for the service.
    formTargets: [new URL(publicUrl).origin],
    pictures: picture === null ? [] : [new URL(picture).origin],
  });
}

function amountField({ currency: { code, decimals }, reader, entered = '', fault }: LinkPageParams): string[] {
  const told = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="total-fault" autofocus';
  return [
    `<label for="total">${escapeHtml(reader.words.links.link.amountIn({ currency: code }))}</label>`,
    ...(fault === undefined ? [] : [`<p role="alert" id="total-fault">${escapeHtml(fault)}</p>`]),
    `<input id="total" name="total" inputmode="${decimals === 0 ? 'numeric' : 'decimal'}" autocomplete="off"`,
    ` dir="ltr" maxlength="40" required value="${escapeHtml(entered)}"${told}>`,
  ];
}

/** Explains to the visitor why the page accepts no payment right now. */
export function closedPage(title: string, sentence: string, reader: PageReader): HtmlPage {
  return htmlPage(title, `<p role="alert">${escapeHtml(sentence)}</p>`, inLanguageOf(reader));
}

function inLanguageOf(reader: PageReader) {
  const { code, direction } = reader.language;
  return { language: code, direction, foot: languageSwitch(reader) };
}
