// The language of a page for one request, and the reader's choice of another one.
import type { FastifyRequest } from 'fastify';
import type { Currency } from '../../../../core/money/currency.ts';
import { formatFixed } from '../../../../core/money/decimal.ts';
import type { Language } from '../../../../core/words/language.ts';
import { priceText } from '../../../../core/words/price-text.ts';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import { preferredLanguage, rememberedChoice } from '../../../../io/http/browser/reader-language.ts';
import { findLanguage, type ServiceWords, serviceLanguages, serviceWords } from '../../../../io/words/service-words.ts';

export interface PageReader {
  readonly language: Language;
  readonly words: ServiceWords;
  /** '?lang=de' if the address names the language, to be kept in links; otherwise ''. */
  readonly query: string;
  /** Headers that store a choice made on the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Formats minor units of the currency as a price with all its digits. */
  price(minor: bigint, currency: Currency): string;
}

export function readerOf({ query, headers }: FastifyRequest): PageReader {
  const asked = (query as { readonly lang?: unknown }).lang;
  const { cookie, 'accept-language': acceptLanguage } = headers;
  const preferred = preferredLanguage(findLanguage, { asked, cookie, acceptLanguage });
  const words = serviceWords(preferred?.code ?? 'en');
  const { language } = words;
  const isAsked = typeof asked === 'string' && findLanguage(asked)?.code === language.code;
  const isCode = (code: string) => serviceLanguages.some((one) => one.code === code);
  const kept = rememberedChoice(isCode, asked, headers['sec-fetch-site']);
  return {
    language,
    words,
    query: isAsked ? `?lang=${language.code}` : '',
    headers: kept === null ? {} : { 'set-cookie': kept },
    price: (minor, { code, decimals }) => priceText(formatFixed(minor, decimals), code, language),
  };
}

/** Links to the page in other languages. They keep the other parameters of the address. */
export function languageSwitch({ language, words }: PageReader, more: Readonly<Record<string, string>> = {}): string {
  const links = serviceLanguages.map(({ code, name }) => {
    const href = escapeHtml(`?${new URLSearchParams({ ...more, lang: code })}`);
    const current = code === language.code ? ' aria-current="true"' : '';
    return `<li><a href="${href}" lang="${code}" hreflang="${code}"${current}>${escapeHtml(name)}</a></li>`;
  });
  const label = escapeHtml(words.links.page.language);
  const chosen = escapeHtml(language.name);
  return `<nav class="languages" aria-label="${label}"><details><summary>${label}: ${chosen}</summary>
<ul>${links.join('')}</ul></details></nav>`;
}
