// Serves the console: one document for all paths below /console, and its scripts and styles.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outerHtml, publicPathOf } from '../../../core/urls/public-path.ts';
import { scriptTags } from '../../../core/urls/script-tags.ts';
import { builtFiles, serveAssets } from '../../../io/http/browser/built-files.ts';
import { compressPage } from '../../../io/http/browser/compress-page.ts';
import { once } from '../../../io/lazy.ts';

export interface ConsoleOptions {
  /** The folder of the built console, as web/console/build.ts returns it. Called at the first request. */
  readonly builtConsole: () => Promise<string>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Origins to which pictures are uploaded, in addition to this one. */
  readonly uploadOrigins: readonly string[];
  /** Additional scripts of this origin, such as the wallet of a demonstration: '/demo-wallet.js'. */
  readonly extraScripts?: readonly string[];
}

/** Registers GET /console, all paths below it, and GET /assets/console/*. Nothing is read before the first request. */
export function serveConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const open = once(async () => builtFiles(await options.builtConsole(), 'console'));
  const extras = scriptTags(options.extraScripts ?? []);
  const document = once(async () => {
    const { page } = await open();
    const whole = page.replace('</head>', () => `${extras}</head>`);
    return outerHtml(whole, publicPathOf(options.publicUrl));
  });
  const showDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    const html = (await document()).replaceAll(noncePlace, nonce);
    // Compression is safe here: the nonce is new in each response and the page contains no request data, so its length
    // reveals nothing.
    const { content, headers } = await compressPage(html, request.headers['accept-encoding']);
    return reply.headers({ ...documentHeaders(nonce, options.uploadOrigins), ...headers }).send(content);
  };
  app.get('/console', showDocument);
  app.get('/console/*', showDocument);
  serveAssets(app, 'console', open);
}

/** The placeholder for the nonce, written by web/console/vite.config.ts. */
const noncePlace = 'NONCE-OF-THIS-ANSWER';

/**
 * Allows only scripts of this origin, styles of this origin or with this response's nonce, and no embedding by other
 * sites. Frames within the page must be of this origin, such as the preview of the checkout.
 */
function documentHeaders(nonce: string, uploadOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    ['connect-src', "'self'", ...uploadOrigins].join(' '),
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  };
}
