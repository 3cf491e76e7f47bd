// Serves the checkout page: one small document for every invoice, and its script and stylesheet, which never change.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';

export interface CheckoutPageOptions {
  /** The built page, as web/checkout/build.ts answers it. */
  readonly distDirectory: string;
  /**
   * Scripts of this same origin to load before the page's own, e.g. a demonstration wallet. Paths such as
   * '/demo-wallet.js'.
   */
  readonly extraScripts?: readonly string[];
  /**
   * What the page would otherwise ask for first: `{ now, invoice, transactions, app, offers }`, each as the API shows
   * it to the public, and the origins that may frame it. null where there is no such invoice.
   */
  readonly seed?: (invoiceId: string) => Promise<PageSeed | null>;
}

export interface PageSeed {
  /** As Content-Security-Policy writes them. */
  readonly embed_origins?: readonly string[];
  readonly [member: string]: unknown;
}

/** Registers GET /pay/:invoiceId and GET /assets/checkout/*. */
export function checkoutPage(options: CheckoutPageOptions): FastifyPluginAsync {
  return async (server) => {
    const built = await readFile(join(options.distDirectory, 'index.html'), 'utf8');
    const shell = withScripts(built, options.extraScripts ?? []);
    await server.register(fastifyStatic, {
      root: join(options.distDirectory, 'assets/checkout'),
      prefix: '/assets/checkout/',
      decorateReply: false,
      schemaHide: true,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      setHeaders: (reply) => reply.header('X-Content-Type-Options', 'nosniff'),
    });
    server.get<{ Params: { invoiceId: string } }>('/pay/:invoiceId', async (request, reply) => {
      const { invoiceId } = request.params;
      const known =
        options.seed !== undefined && uuid.test(invoiceId) ? await options.seed(invoiceId.toLowerCase()) : null;
      const absent = !uuid.test(invoiceId) || (options.seed !== undefined && known === null);
      reply
        .code(absent ? 404 : 200)
        .headers(pageHeaders(known?.embed_origins ?? []))
        .type('text/html; charset=utf-8');
      return known === null ? shell : withSeed(shell, known);
    });
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * No inline script or style, nothing from elsewhere, and no page around it that could cover the address but those of
 * the shop. The console, which is of this origin, shows it as a preview.
 */
const pageHeaders = (embedOrigins: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors 'self'", ...embedOrigins].join(' '),
  ].join('; '),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // It can name no other origin. Browsers that know frame-ancestors leave it out of account (CSP 3 §6.4.2).
  ...(embedOrigins.length === 0 ? { 'X-Frame-Options': 'SAMEORIGIN' } : {}),
  'X-Robots-Tag': 'noindex, nofollow',
});

function withScripts(page: string, scripts: readonly string[]): string {
  for (const script of scripts) {
    if (!/^\/[\w./-]+$/.test(script) || script.startsWith('//'))
      throw new TypeError(`Not a path of this origin: ${script}`);
  }
  const tags = scripts.map((script) => `<script type="module" src="${script}"></script>`).join('');
  return page.replace('</head>', () => `${tags}</head>`);
}

/** A data block, which browsers never run. '<' is escaped so that no text of a merchant's can end it. */
function withSeed(page: string, seed: object): string {
  const json = JSON.stringify(seed).replaceAll('<', '\\u003c');
  return page.replace('</head>', () => `<script type="application/json" id="seed">${json}</script></head>`);
}
