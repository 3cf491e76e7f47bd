// Builds the documents of the checkout from the built page and the rendered content, with security headers.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import type { PageLanguage } from '../page-language.ts';
import type { Drawn, PageDrawing } from './page-drawing.ts';

export interface PageDocument {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The built document, split at the points of insertion. */
export interface Shell {
  /**
   * The parts: up to the title; from there to the end of the head; from there to the place of the page; and the rest.
   */
  readonly parts: readonly [start: string, head: string, body: string, end: string];
  /** The document for a page that could not be rendered. Only a script can show it. */
  readonly undrawn: string;
  /** The CSS of every page, inlined so that the first rendering waits for nothing. */
  readonly style: string;
  /** CSS for browsers without a script. */
  readonly withoutScript: string;
}

const root = '<div id="checkout"></div>';

/** The build output of a page: index.html, and the stylesheet that it links to. */
export interface Built {
  readonly page: string;
  readonly style: string;
}

/** Throws if the document lacks a point of insertion. */
export function pageShell({ page, style }: Built, { withoutScript }: Pick<PageDrawing, 'withoutScript'>): Shell {
  const drawn = page.replace(/<noscript>.*?<\/noscript>/s, '').replace(/<link rel="stylesheet"[^>]*>/, '');
  const [, start, head, body, end] =
    /^(.*?)<title>.*?<\/title>(.*?)(<\/head>.*?)<div id="checkout"><\/div>(.*)$/s.exec(drawn) ?? [];
  if (start === undefined || head === undefined || body === undefined || end === undefined)
    throw new Error(`The built checkout page has no title, or no ${root}`);
  return { parts: [start, head, body, end], undrawn: page, style, withoutScript };
}

/** Returns a data block with these groups of texts and the path of the full language file. */
function wordsBlock({ texts, path }: PageLanguage, groups: readonly string[]): string {
  const said = Object.entries(texts).filter(([group]) => groups.includes(group));
  return dataBlock('words', Object.fromEntries(said), ` data-rest="${path}"`);
}

/** The other origins in the seed, in the syntax of Content-Security-Policy. */
interface Elsewhere {
  /** Origins of pages that may frame the checkout. */
  readonly embed_origins?: readonly string[];
  /** The relay that the script may connect to, besides the service. */
  readonly wallet_connect?: { readonly relay: string };
}

/** The data of a document besides the rendered content. */
interface Held {
  /** The data from which the script continues; null if there is no such invoice. */
  readonly seed: Elsewhere | null;
  readonly language: PageLanguage;
}

/** Returns the rendered page, with the data for its script. */
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

/** Returns the page for the script alone if it could not be rendered. */
export function undrawnDocument(shell: Shell, { seed, language }: Held): PageDocument {
  const data = dataBlock('words', language.texts) + (seed === null ? '' : dataBlock('seed', seed));
  const html = marked(shell.undrawn, language).replace(root, () => `${root}${data}`);
  return { html, headers: pageHeaders({ styles: [], elsewhere: seed, language }) };
}

/** Returns a document without a script. */
export function printedDocument({ title, style, html }: Drawn, { seed, language }: Held): PageDocument {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`;
  const heading = `<title>${escapeHtml(title)}</title><style>${style}</style>`;
  const document = `<!doctype html><html lang="en"><head>${head}${heading}</head><body>${html}</body></html>`;
  return {
    html: marked(document, language),
    headers: pageHeaders({ styles: [style], elsewhere: seed, language, hasScript: false }),
  };
}

/** Returns a page that works without its script, which only keeps it up to date. No other page may frame it. */
export function quietDocument(
  shell: Shell,
  drawn: Drawn,
  { language, script }: { readonly language: PageLanguage; readonly script: string },
): PageDocument {
  const [start, head, body, end] = shell.parts.map((part) => part.replace(/<script.*?<\/script>/gs, ''));
  const styles = [shell.style, drawn.style];
  const style = styles.map((one) => `<style>${one}</style>`).join('');
  const title = `<title>${escapeHtml(drawn.title)}</title>`;
  const ownScript = `<script type="module" src="${script}"></script>`;
  return {
    html: `${marked(start ?? '', language)}${title}${head}${style}${ownScript}${body}${drawn.html}${end}`,
    headers: pageHeaders({ styles, elsewhere: null, language, isFramed: false }),
  };
}

/** Sets language and direction. */
function marked(html: string, { code, direction }: PageLanguage): string {
  return html.replace('<html lang="en">', `<html lang="${code}" dir="${direction}">`);
}

/** Returns a data block, which browsers never run. '<' is escaped so that no text of a merchant can end the block. */
function dataBlock(id: string, data: object, attributes = ''): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}"${attributes}>${text}</script>`;
}

interface Kind {
  /** The styles inlined in the document. */
  readonly styles: readonly string[];
  readonly elsewhere: Elsewhere | null;
  readonly language: PageLanguage;
  readonly hasScript?: boolean;
  /** Whether the console, and the origins in `elsewhere`, may frame the page. */
  readonly isFramed?: boolean;
}

function pageHeaders(kind: Kind): Readonly<Record<string, string>> {
  const { styles, elsewhere, language, hasScript = true, isFramed = true } = kind;
  const embedOrigins = elsewhere?.embed_origins ?? [];
  const framers = isFramed ? [`'self'`, ...embedOrigins] : [`'none'`];
  return {
    'Content-Security-Policy': policy(styles, hasScript ? sources(elsewhere?.wallet_connect?.relay) : [], framers),
    'Content-Language': language.code,
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    // Sends the origin with forms to this service. Sends nothing to other sites, because the address gives access to
    // the invoice.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    // This header cannot name other origins. Browsers that support frame-ancestors ignore it (CSP 3 §6.4.2).
    ...(embedOrigins.length === 0 ? { 'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY' } : {}),
    'X-Robots-Tag': 'noindex, nofollow',
  };
}

/**
 * Allows no inline script, only styles with these hashes, and nothing from other origins. Only the shop's pages may
 * frame it, because another page could cover the address. 'self' lets the console show a preview.
 */
function policy(styles: readonly string[], own: readonly string[], framers: readonly string[]): string {
  const hashes = styles.filter((style) => style !== '').map((style) => ` 'sha256-${hashOf(style)}'`);
  return [
    `default-src 'none'`,
    ...own,
    `style-src 'self'${hashes.join('')}`,
    `img-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors ${framers.join(' ')}`,
  ].join('; ');
}

/** Returns the sources of the script and of its connections. */
function sources(relay?: string): readonly string[] {
  return [`script-src 'self'`, relay === undefined ? `connect-src 'self'` : `connect-src 'self' ${relay}`];
}

/** By style. There are few: one for each colour chosen by a merchant. */
const known = new Map<string, string>();
const mostKnown = 1_000;

function hashOf(style: string): string {
  const hash = known.get(style) ?? createHash('sha256').update(style).digest('base64');
  if (known.size >= mostKnown) known.clear();
  known.set(style, hash);
  return hash;
}
