// Serves the console: one document for every address below /console, and the scripts and styles that it loads.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outerHtml, publicPathOf } from '../../../core/urls/public-path.ts';
import { builtFiles, serveAssets } from '../../../io/http/browser/built-files.ts';
import { compressPage } from '../../../io/http/browser/compress-page.ts';
import { once } from '../../../io/lazy.ts';

export interface ConsoleOptions {
  /** The folder of the built console, as web/console/build.ts answers it: asked when somebody first opens it. */
  readonly builtConsole: () => Promise<string>;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Origins that pictures are put to, beside this one. */
  readonly uploadOrigins: readonly string[];
}

/** Registers GET /console, everything below it, and GET /assets/console/*. Nothing is read before the first request. */
export function serveConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const open = once(async () => builtFiles(await options.builtConsole(), 'console'));
  const document = once(async () => outerHtml((await open()).page, publicPathOf(options.publicUrl)));
  const showDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    const html = (await document()).replaceAll(noncePlace, nonce);
    // The nonce is new in each answer and nothing of the page comes from a request, so its length reveals nothing.
    const { content, headers } = await compressPage(html, request.headers['accept-encoding']);
    return reply.headers({ ...documentHeaders(nonce, options.uploadOrigins), ...headers }).send(content);
  };
  app.get('/console', showDocument);
  app.get('/console/*', showDocument);
  serveAssets(app, 'console', open);
}

/** What web/console/vite.config.ts writes where the nonce belongs. */
const noncePlace = 'NONCE-OF-THIS-ANSWER';

/**
 * No script but ours, no style but ours and what carries this answer's nonce, no foreign page around it. Only pages of
 * this origin stand within it: the preview of the checkout.
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
