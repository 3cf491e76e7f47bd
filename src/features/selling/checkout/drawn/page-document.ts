// The documents of the checkout: what was built, what was drawn, and the headers that keep everything else out.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import type { PageLanguage } from '../page-language.ts';
import type { Drawn, PageDrawing } from './page-drawing.ts';

export interface PageDocument {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The built document, cut where something is written into it. */
export interface Shell {
  /** Up to the title; from behind it to the end of the head; from there to the place of the page; and the rest. */
  readonly parts: readonly [start: string, head: string, body: string, end: string];
  /** The same, for a page that could not be drawn: only a script can show it. */
  readonly undrawn: string;
  /** CSS of every page; written into it, so that nothing has to be waited for before it is drawn. */
  readonly style: string;
  /** CSS where no script runs. */
  readonly withoutScript: string;
}

const root = '<div id="checkout"></div>';

/** What a page was built of: index.html, and the stylesheet that it links to. */
export interface Built {
  readonly page: string;
  readonly style: string;
}

/** Throws where it is no such page. */
export function pageShell({ page, style }: Built, { withoutScript }: Pick<PageDrawing, 'withoutScript'>): Shell {
  const drawn = page.replace(/<noscript>.*?<\/noscript>/s, '').replace(/<link rel="stylesheet"[^>]*>/, '');
  const [, start, head, body, end] =
    /^(.*?)<title>.*?<\/title>(.*?)(<\/head>.*?)<div id="checkout"><\/div>(.*)$/s.exec(drawn) ?? [];
  if (start === undefined || head === undefined || body === undefined || end === undefined)
    throw new Error(`The built checkout page has no title, or no ${root}`);
  return { parts: [start, head, body, end], undrawn: page, style, withoutScript };
}

/** Those groups of a language's texts, and where to find all of them. */
function wordsBlock({ texts, path }: PageLanguage, groups: readonly string[]): string {
  const said = Object.entries(texts).filter(([group]) => groups.includes(group));
  return dataBlock('words', Object.fromEntries(said), ` data-rest="${path}"`);
}

/** What the seed says of other origins, each as Content-Security-Policy writes it. */
interface Elsewhere {
  /** Whose pages may frame it. */
  readonly embed_origins?: readonly string[];
  /** Whom the script may talk to, beside the service. */
  readonly wallet_connect?: { readonly relay: string };
}

/** What a document holds beside what was drawn. */
interface Held {
  /** What the script takes over from; null where there is no such invoice. */
  readonly seed: Elsewhere | null;
  readonly language: PageLanguage;
}

/** The page as drawn, and what its script takes over from. */
export function drawnDocument(shell: Shell, drawn: Drawn, { seed, language }: Held): PageDocument {
  const [start, head, body, end] = shell.parts;
  const { looksAgainAfter } = drawn;
  const look = looksAgainAfter === null ? '' : `<meta http-equiv="refresh" content="${looksAgainAfter}">`;
  const noScript = `<noscript>${look}<style>${shell.withoutScript}</style></noscript>`;
  const styles = [shell.style, drawn.style].filter((style) => style !== '');
  const style = styles.map((one) => `<style>${one}</style>`).join('');
  const title = `<title>${escapeHtml(drawn.title)}</title>`;
  const data = wordsBlock(language, drawn.groups) + (seed === null ? '' : dataBlock('seed', seed));
  const page = `<div id="checkout">${drawn.html}</div>${data}`;
  return {
    html: `${marked(start, language)}${title}${head}${style}${noScript}${body}${page}${end}`,
    headers: pageHeaders({ styles: [shell.withoutScript, ...styles], elsewhere: seed, language }),
  };
}

/** The page for a script alone, where it could not be drawn. */
export function undrawnDocument(shell: Shell, { seed, language }: Held): PageDocument {
  const data = dataBlock('words', language.texts) + (seed === null ? '' : dataBlock('seed', seed));
  const html = marked(shell.undrawn, language).replace(root, () => `${root}${data}`);
  return { html, headers: pageHeaders({ styles: [], elsewhere: seed, language }) };
}

/** A document that no script belongs to. */
export function printedDocument({ title, style, html }: Drawn, { seed, language }: Held): PageDocument {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
  const heading = `<title>${escapeHtml(title)}</title><style>${style}</style>`;
  const document = `<!doctype html><html lang="en"><head>${head}${heading}</head><body>${html}</body></html>`;
  return {
    html: marked(document, language),
    headers: pageHeaders({ styles: [style], elsewhere: seed, language, hasScript: false }),
  };
}

/** In its language and direction. */
function marked(html: string, { code, direction }: PageLanguage): string {
  return html.replace('<html lang="en">', `<html lang="${code}" dir="${direction}">`);
}

/** A data block, which browsers never run. '<' is escaped so that no text of a merchant's can end it. */
function dataBlock(id: string, data: object, attributes = ''): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}"${attributes}>${text}</script>`;
}

interface Kind {
  /** Those that are written into the document. */
  readonly styles: readonly string[];
  readonly elsewhere: Elsewhere | null;
  readonly language: PageLanguage;
  readonly hasScript?: boolean;
}

function pageHeaders({ styles, elsewhere, language, hasScript = true }: Kind): Readonly<Record<string, string>> {
  const embedOrigins = elsewhere?.embed_origins ?? [];
  return {
    'Content-Security-Policy': policy(styles, hasScript ? sources(elsewhere?.wallet_connect?.relay) : [], embedOrigins),
    'Content-Language': language.code,
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    // Forms must say their origin to us, and the address, which is the right to pay, nothing to anybody else.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    // It can name no other origin. Browsers that know frame-ancestors leave it out of account (CSP 3 §6.4.2).
    ...(embedOrigins.length === 0 ? { 'X-Frame-Options': 'SAMEORIGIN' } : {}),
    'X-Robots-Tag': 'noindex, nofollow',
  };
}

/**
 * No inline script, no style but those whose hash is named, nothing from elsewhere, and no page around it that could
 * cover the address but those of the shop. The console, which is of this origin, shows it as a preview.
 */
function policy(styles: readonly string[], own: readonly string[], embedOrigins: readonly string[]): string {
  const hashes = styles.filter((style) => style !== '').map((style) => ` 'sha256-${hashOf(style)}'`);
  return [
    `default-src 'none'`,
    ...own,
    `style-src 'self'${hashes.join('')}`,
    `img-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'self'`,
    [`frame-ancestors 'self'`, ...embedOrigins].join(' '),
  ].join('; ');
}

/** Where the script comes from, and whom it may ask. */
function sources(relay?: string): readonly string[] {
  return [`script-src 'self'`, relay === undefined ? `connect-src 'self'` : `connect-src 'self' ${relay}`];
}

/** By style: there are a few, one for each colour that a merchant chose. */
const known = new Map<string, string>();
const mostKnown = 1_000;

function hashOf(style: string): string {
  const hash = known.get(style) ?? createHash('sha256').update(style).digest('base64');
  if (known.size >= mostKnown) known.clear();
  known.set(style, hash);
  return hash;
}
