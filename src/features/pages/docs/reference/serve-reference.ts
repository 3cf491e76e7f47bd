// GET /docs/api, /docs/api/{group} and /docs/search.json: the reference, rendered from the API document at the first
// request and kept.
import type { FastifyInstance } from 'fastify';
import { publicPathOf } from '../../../../core/urls/public-path.ts';
import { type BuiltFiles, builtFiles, serveAssets } from '../../../../io/http/browser/built-files.ts';
import { once } from '../../../../io/lazy.ts';
import type { ApiDocument } from '../document.ts';
import { keptPages, keptText, sendKept, sendKeptPage } from '../pages/send-kept.ts';
import type { SearchEntry } from './search-index.ts';

export interface ReferenceOptions {
  readonly publicUrl: string;
  readonly document: () => Promise<ApiDocument>;
  /** Search entries to list before those of the reference. */
  readonly otherEntries: () => Promise<readonly SearchEntry[]>;
  /** The folder of the built script; null if it is not built and cannot be. The pages then have no search field. */
  readonly builtScript: () => Promise<string | null>;
}

/** Returns the URL of the search script; null if it is not built. */
export function serveReference(server: FastifyInstance, options: ReferenceOptions): () => Promise<string | null> {
  const publicPath = publicPathOf(options.publicUrl);
  const files = once<BuiltFiles | null>(async () => {
    const folder = await options.builtScript();
    return folder === null ? null : builtFiles(folder, 'docs');
  });
  const reference = once(async () => {
    const { openReference } = await import('./reference.ts');
    return openReference(await options.document(), scriptOf(await files()));
  });
  const overview = keptPages(publicPath, async () => (await reference()).overview());
  const groupOf = keptPages(publicPath, async (slug) => (await reference()).group(slug));
  const index = once(async () => {
    const entries = [...(await options.otherEntries()), ...(await reference()).search()];
    return keptText(JSON.stringify(entries));
  });
  server.get('/docs/api', async (request, reply) => sendKeptPage(request, reply, await overview('')));
  server.get<{ Params: { group: string } }>('/docs/api/:group', async (request, reply) =>
    sendKeptPage(request, reply, await groupOf(request.params.group)),
  );
  server.get('/docs/search.json', async (request, reply) =>
    sendKept(request, reply.headers({ 'content-type': 'application/json; charset=utf-8' }), await index()),
  );
  serveAssets(server, 'docs', files);
  return async () => scriptOf(await files());
}

/** The URL of the script, which is named after its content. */
function scriptOf(files: BuiltFiles | null): string | null {
  return /<script[^>]* src="([^"]+)"/.exec(files?.page ?? '')?.[1] ?? null;
}
