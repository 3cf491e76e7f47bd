// Serves the console: one document for every address below /console, and the scripts and styles that it loads.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface ConsoleOptions {
  /** The folder of the built console, as web/console/build.ts answers it: asked when somebody first opens it. */
  readonly builtConsole: () => Promise<string>;
  /** Origins that pictures are put to, beside this one. */
  readonly uploadOrigins: readonly string[];
}

/** Registers GET /console, everything below it, and GET /assets/console/*. Nothing is read before the first request. */
export function serveConsole(app: FastifyInstance, { builtConsole, uploadOrigins }: ConsoleOptions): void {
  let opening: Promise<BuiltConsole> | null = null;
  const open = () => {
    opening ??= builtConsole()
      .then(readBuilt)
      .catch((error: unknown) => {
        // Whoever asks next tries again: it may be built by then.
        opening = null;
        throw error;
      });
    return opening;
  };
  const showDocument = async (_request: FastifyRequest, reply: FastifyReply) => {
    const { document } = await open();
    const nonce = randomBytes(16).toString('base64url');
    return reply.headers(documentHeaders(nonce, uploadOrigins)).send(document.replaceAll(noncePlace, nonce));
  };
  app.get('/console', showDocument);
  app.get('/console/*', showDocument);
  app.get<{ Params: { name: string } }>('/assets/console/:name', async (request, reply) => {
    const { folder, assets } = await open();
    const { name } = request.params;
    const type = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined || !assets.has(name)) return reply.callNotFound();
    const form = formOf(request.headers['accept-encoding'], (ending) => assets.has(name + ending));
    return reply
      .headers({
        ...assetHeaders,
        'content-type': type,
        ...(form === null ? {} : { 'content-encoding': form.encoding }),
      })
      .send(await readFile(join(folder, name + (form?.ending ?? ''))));
  });
}

interface BuiltConsole {
  readonly document: string;
  /** Where the assets lie, and the names of all that lie there: nothing else is ever read. */
  readonly folder: string;
  readonly assets: ReadonlySet<string>;
}

async function readBuilt(directory: string): Promise<BuiltConsole> {
  const folder = join(directory, 'assets/console');
  const [document, names] = await Promise.all([readFile(join(directory, 'index.html'), 'utf8'), readdir(folder)]);
  return { document, folder, assets: new Set(names) };
}

/** What web/console/vite.config.ts writes where the nonce belongs. */
const noncePlace = 'NONCE-OF-THIS-ANSWER';

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
};

/** The smallest form that the browser takes and that is there; null for the file as it is. */
function formOf(accepted: string | undefined, isThere: (ending: string) => boolean) {
  const names = (accepted ?? '').split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '';
    return /^0(?:\.0*)?$/.test(weight) ? [] : [name];
  });
  const forms = [
    { encoding: 'br', ending: '.br' },
    { encoding: 'gzip', ending: '.gz' },
  ] as const;
  return forms.find(({ encoding, ending }) => names.includes(encoding) && isThere(ending)) ?? null;
}

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
