// GET /api/openapi.json, GET /api/changelog.json, the Postman collection, and the documentation pages: the documents at
// /docs, the reference at /docs/api, and the catalogues. Everything is served by this instance.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type ProblemCode, problemKinds } from '../../../core/problem.ts';
import { publicPathOf } from '../../../core/urls/public-path.ts';
import { once } from '../../../io/lazy.ts';
import type { ApiDocument } from './document.ts';
import type { DocsPage } from './pages/docs-page.ts';
import { type KeptText, keptPages, keptText, sendKept, sendKeptPage } from './pages/send-kept.ts';
import type { OperationHistory } from './pages/version-history.ts';
import { serveReference } from './reference/serve-reference.ts';
import { searchedDocuments, serveSite } from './site/serve-site.ts';

export interface DocsOptions {
  readonly publicUrl: string;
  makeDocument(): Promise<ApiDocument>;
  makeHistory(): Promise<readonly OperationHistory[]>;
  /** The folder of the built script of the reference; null if it is not built and cannot be. */
  readonly builtPage: () => Promise<string | null>;
}

/**
 * The pages are public and reveal nothing about the instance but its URL. Their parts are loaded on demand, since most
 * processes never serve them.
 */
export function docsPages(options: DocsOptions): FastifyPluginAsync {
  return async (server) => {
    const document = once(options.makeDocument);
    const history = once(options.makeHistory);
    serveText(server, '/api/openapi.json', async () => JSON.stringify(await document()));
    serveText(server, '/docs/quittance.postman_collection.json', async () =>
      JSON.stringify((await import('./parts/postman-collection.ts')).postmanCollection(await document())),
    );
    serveText(server, '/api/changelog.json', async () => JSON.stringify({ operations: await history() }));
    const catalogues = () => import('./pages/catalogues.ts');
    const script = serveReference(server, {
      publicUrl: options.publicUrl,
      builtScript: options.builtPage,
      document,
      otherEntries: searchedDocuments,
    });
    serveSite(server, { publicUrl: options.publicUrl, script });
    const servePage = pageServer(server, publicPathOf(options.publicUrl));
    servePage('/docs/events', async () => (await catalogues()).eventsPage(await document()));
    servePage('/docs/versions', async () => (await catalogues()).versionsPage(await history()));
    servePage('/problems', async () => (await catalogues()).errorsPage());
    servePage('/problems/:name', async (code) =>
      Object.hasOwn(problemKinds, code) ? (await catalogues()).errorPage(code as ProblemCode, options.publicUrl) : null,
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

type MakePage = (name: string) => Promise<DocsPage | null>;

function pageServer(server: FastifyInstance, publicPath: string): (url: string, make: MakePage) => void {
  return (url, make) => {
    const pageOf = keptPages(publicPath, make);
    server.get<{ Params: { name?: string } }>(url, async (request, reply) =>
      sendKeptPage(request, reply, await pageOf(request.params.name ?? '')),
    );
  };
}
