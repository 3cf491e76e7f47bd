// GET /api/openapi.json, GET /api/changelog.json, and the pages that people read: the reference at /docs, guides and
// catalogues beside it. All from this instance alone.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { type ProblemCode, problemKinds } from '../../core/problem.ts';
import { outerHtml, publicPathOf } from '../../core/urls/public-path.ts';
import { type BuiltFiles, builtFiles, serveAssets } from '../../io/http/browser/built-files.ts';
import { once } from '../../io/once.ts';
import type { ApiDocument } from './document.ts';
import type { DocsPage } from './pages/docs-page.ts';
import { type KeptText, keptText, sendKept } from './pages/send-kept.ts';
import type { OperationHistory } from './pages/version-history.ts';

export interface DocsOptions {
  readonly publicUrl: string;
  makeDocument(): Promise<ApiDocument>;
  makeHistory(): Promise<readonly OperationHistory[]>;
  /** The folder of the built reference; null where it is not built and cannot be. */
  readonly builtPage: () => Promise<string | null>;
}

/**
 * Everybody may read all of it; it holds nothing of this instance but its address. What it needs is made or loaded when
 * somebody first asks: most processes are never asked.
 */
export function docsPages(options: DocsOptions): FastifyPluginAsync {
  return async (server) => {
    const document = once(options.makeDocument);
    const history = once(options.makeHistory);
    serveText(server, '/api/openapi.json', async () => JSON.stringify(await document()));
    serveText(server, '/api/changelog.json', async () => JSON.stringify({ operations: await history() }));
    const catalogues = () => import('./pages/catalogues.ts');
    serveReference(server, options, async () => (await catalogues()).operationList(await document()));
    const guides = () => import('./pages/guides.ts');
    servePage(server, '/docs/guides', async () => (await guides()).guidesPage());
    servePage(server, '/docs/guides/:name', async (name) => (await guides()).guidePage(name, options.publicUrl));
    servePage(server, '/docs/events', async () => (await catalogues()).eventsPage(await document()));
    servePage(server, '/docs/versions', async () => (await catalogues()).versionsPage(await history()));
    servePage(server, '/problems', async () => (await catalogues()).errorsPage());
    servePage(server, '/problems/:name', async (code) =>
      Object.hasOwn(problemKinds, code) ? (await catalogues()).errorPage(code as ProblemCode) : null,
    );
  };
}

function serveText(server: FastifyInstance, url: string, make: () => Promise<string>): void {
  const kept = once<KeptText>(async () => keptText(await make()));
  server.get(url, async (request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'content-type': 'application/json; charset=utf-8' });
    return sendKept(request, reply, await kept());
  });
}

/** A page that answers null is not there. */
function servePage(server: FastifyInstance, url: string, make: (name: string) => Promise<DocsPage | null>): void {
  server.get<{ Params: { name?: string } }>(url, async ({ params }, reply) => {
    const page = await make(params.name ?? '');
    return page === null ? reply.callNotFound() : sendPage(reply, page);
  });
}

function sendPage(reply: FastifyReply, { headers, html }: DocsPage): FastifyReply {
  return reply.headers(headers).send(html);
}

/** `listed` is HTML that is read until the script has drawn the reference, and where none runs. */
function serveReference(
  server: FastifyInstance,
  { builtPage, publicUrl }: Pick<DocsOptions, 'builtPage' | 'publicUrl'>,
  listed: () => Promise<string>,
): void {
  const files = once<BuiltFiles | null>(async () => {
    const folder = await builtPage();
    return folder === null ? null : builtFiles(folder, 'docs');
  });
  const page = once<KeptText>(async () => {
    const list = `<main id="operations">${await listed()}</main>`;
    const written = ((await files())?.page ?? '').replace('<main id="operations"></main>', () => list);
    return keptText(outerHtml(written, publicPathOf(publicUrl)));
  });
  server.get('/docs', async (request, reply) => {
    if ((await files()) === null) return sendPage(reply.code(503), await notBuilt());
    return sendKept(request, reply.headers(pageHeaders), await page());
  });
  server.get('/docs/', (_request, reply) => reply.redirect('/docs', 308));
  serveAssets(server, 'docs', files);
}

async function notBuilt(): Promise<DocsPage> {
  const { docsPage } = await import('./pages/docs-page.ts');
  const body = [
    '<h1>The reference is not built here</h1>',
    '<p>Run <code>npm ci</code> with development dependencies and <code>npm run build</code>.',
    'The whole of it is in <a href="/api/openapi.json">openapi.json</a>.</p>',
  ].join(' ');
  return docsPage('The reference is not built here', body, '/docs');
}

/**
 * Nothing from elsewhere, no script or style within the page, no evaluated text. Styles that Scalar sets are properties
 * of elements, and what its editor writes are constructed sheets: neither asks for 'unsafe-inline'.
 */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
