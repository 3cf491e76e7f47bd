// GET /docs, /docs/api/{group} and /docs/search.json: the reference, drawn from the API document when it is first asked
// for, and kept.
import type { FastifyInstance } from 'fastify';
import { outerHtml, publicPathOf } from '../../../../core/urls/public-path.ts';
import { type BuiltFiles, builtFiles, serveAssets } from '../../../../io/http/browser/built-files.ts';
import { once } from '../../../../io/once.ts';
import type { ApiDocument } from '../document.ts';
import type { DocsPage } from '../pages/docs-page.ts';
import { type KeptPage, keptText, sendKept, sendKeptPage } from '../pages/send-kept.ts';

export interface ReferenceOptions {
  readonly publicUrl: string;
  readonly document: () => Promise<ApiDocument>;
  /** The folder of the built script; null where it is not built and cannot be. The pages then have no search field. */
  readonly builtScript: () => Promise<string | null>;
}

export function serveReference(server: FastifyInstance, options: ReferenceOptions): void {
  const publicPath = publicPathOf(options.publicUrl);
  const files = once<BuiltFiles | null>(async () => {
    const folder = await options.builtScript();
    return folder === null ? null : builtFiles(folder, 'docs');
  });
  const reference = once(async () => {
    const { openReference } = await import('./reference.ts');
    return openReference(await options.document(), scriptOf(await files()));
  });
  const kept = async ({ headers, html }: DocsPage): Promise<KeptPage> => ({
    headers,
    text: await keptText(outerHtml(html, publicPath)),
  });
  const overview = once(async () => kept((await reference()).overview()));
  const groups = new Map<string, KeptPage>();
  const groupOf = async (slug: string): Promise<KeptPage | null> => {
    const known = groups.get(slug);
    if (known !== undefined) return known;
    const page = (await reference()).group(slug);
    if (page === null) return null;
    const made = await kept(page);
    groups.set(slug, made);
    return made;
  };
  const index = once(async () => keptText(JSON.stringify((await reference()).search())));
  server.get('/docs', async (request, reply) => sendKeptPage(request, reply, await overview()));
  server.get('/docs/', (_request, reply) => reply.redirect('/docs', 308));
  server.get<{ Params: { group: string } }>('/docs/api/:group', async (request, reply) => {
    const page = await groupOf(request.params.group);
    return page === null ? reply.callNotFound() : sendKeptPage(request, reply, page);
  });
  server.get('/docs/search.json', async (request, reply) =>
    sendKept(request, reply.headers({ 'content-type': 'application/json; charset=utf-8' }), await index()),
  );
  serveAssets(server, 'docs', files);
}

/** The address of the script, which is named after its content. */
function scriptOf(files: BuiltFiles | null): string | null {
  return /<script[^>]* src="([^"]+)"/.exec(files?.page ?? '')?.[1] ?? null;
}
