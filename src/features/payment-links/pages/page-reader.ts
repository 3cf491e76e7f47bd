// In which language a request of these pages is answered, and how its reader chooses another one.
import type { FastifyRequest } from 'fastify';
import type { Currency } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { fill } from '../../../core/words/fill.ts';
import {
  directionOf,
  type LanguageCode,
  languageCodes,
  languageName,
  languageOf,
} from '../../../core/words/languages.ts';
import { priceText } from '../../../core/words/price-text.ts';
import { shopTexts } from '../../../core/words/shop/all-texts.ts';
import type { ShopTexts } from '../../../core/words/shop/shop-texts.ts';
import { escapeHtml } from '../../../io/http/browser/html-page.ts';
import { preferredLanguage, rememberedChoice } from '../../../io/http/browser/reader-language.ts';

export interface PageReader {
  readonly language: LanguageCode;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: ShopTexts;
  /** '?lang=de' where the address asked for it, so that what follows does too; '' otherwise. */
  readonly query: string;
  /** What keeps a choice that was made on the page. */
  readonly headers: Readonly<Record<string, string>>;
  say(text: string, places: Readonly<Record<string, string | number>>): string;
  /** Minor units of the currency as a price with all its digits. */
  price(minor: bigint, currency: Currency): string;
}

export function readerOf({ query, headers }: FastifyRequest): PageReader {
  const asked = (query as { readonly lang?: unknown }).lang;
  const { cookie, 'accept-language': acceptLanguage } = headers;
  const language = preferredLanguage(languageOf, { asked, cookie, acceptLanguage }) ?? 'en';
  const isAsked = typeof asked === 'string' && languageOf(asked) === language;
  const isCode = (code: string) => (languageCodes as readonly string[]).includes(code);
  const kept = rememberedChoice(isCode, asked, headers['sec-fetch-site']);
  return {
    ...{ language, direction: directionOf(language), texts: shopTexts[language] },
    query: isAsked ? `?lang=${language}` : '',
    headers: kept === null ? {} : { 'set-cookie': kept },
    say: (text, places) => fill(text, places, language),
    price: (minor, { code, decimals }) => priceText(formatFixed(minor, decimals), code, language),
  };
}

/** The page in another language: plain links, which keep what else the address says. */
export function languageSwitch({ language, texts }: PageReader, more: Readonly<Record<string, string>> = {}): string {
  const links = languageCodes.map((code) => {
    const href = escapeHtml(`?${new URLSearchParams({ ...more, lang: code })}`);
    const current = code === language ? ' aria-current="true"' : '';
    return `<li><a href="${href}" lang="${code}" hreflang="${code}"${current}>${names[code]}</a></li>`;
  });
  const label = escapeHtml(texts.page.language);
  return `<nav class="languages" aria-label="${label}"><details><summary>${label}: ${names[language]}</summary>
<ul>${links.join('')}</ul></details></nav>`;
}

const names = Object.fromEntries(languageCodes.map((code) => [code, languageName(code)]));
