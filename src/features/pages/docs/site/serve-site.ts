// GET /docs, /docs/{kind}/{page} and /llms.txt: the documents of docs/, rendered at the first request and kept.
import type { FastifyInstance } from 'fastify';
import { publicPathOf } from '../../../../core/urls/public-path.ts';
import { once } from '../../../../io/lazy.ts';
import { keptPages, keptText, sendKept, sendKeptPage } from '../pages/send-kept.ts';
import type { SearchEntry } from '../reference/search-index.ts';
import { documentNames, documentText } from './document-files.ts';
import { addressOf, isDrawnElsewhere, type PageGroup, readIndex } from './site-index.ts';

export interface SiteOptions {
  readonly publicUrl: string;
  /** The URL of the search script; null if it is not built. */
  readonly script: () => Promise<string | null>;
}

const index = 'README.md';

/** Paths of earlier versions. */
const movedGuides: Readonly<Record<string, string>> = {
  'first-payment': 'tutorials/first-payment',
  conventions: 'reference/api-conventions',
  'without-code': 'how-to/take-payments-without-code',
  webhooks: 'how-to/receive-webhooks',
  xpub: 'how-to/find-your-extended-public-key',
  'going-live': 'tutorials/going-live',
};

export function serveSite(server: FastifyInstance, options: SiteOptions): void {
  const groups = once(async () => readIndex(await documentText(index)));
  const site = once(async () => {
    const names = new Set(await documentNames());
    return { groups: await groups(), names, publicUrl: options.publicUrl, script: await options.script() };
  });
  const pageOf = keptPages(publicPathOf(options.publicUrl), async (path) => {
    const parts = await site();
    if (!parts.names.has(path)) return null;
    const { sitePage } = await import('./site-page.ts');
    return sitePage(path, await documentText(path), parts);
  });
  server.get('/docs/', (_request, reply) => reply.redirect('/docs', 308));
  server.get('/docs', async (request, reply) => sendKeptPage(request, reply, await pageOf(index)));
  server.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const name = request.params['*'];
    // The form that links in the repository and in alerts have.
    if (name.endsWith('.md')) return reply.redirect(addressOf(name), 308);
    if (isDrawnElsewhere(`${name}.md`)) return reply.redirect(addressOf(`${name}.md`), 308);
    const moved = name === 'guides' ? '' : movedOf(name);
    if (moved !== null) return reply.redirect(moved === '' ? '/docs' : `/docs/${moved}`, 308);
    return sendKeptPage(request, reply, (await pageOf(`${name}.md`)) ?? (await pageOf(`${name}/${index}`)));
  });
  const list = once(async () => {
    const { llmsText } = await import('./llms-text.ts');
    return keptText(llmsText(await groups(), options.publicUrl));
  });
  for (const url of ['/llms.txt', '/docs/llms.txt'])
    server.get(url, async (request, reply) =>
      sendKept(request, reply.headers({ 'content-type': 'text/plain; charset=utf-8' }), await list()),
    );
}

function movedOf(name: string): string | null {
  const guide = /^guides\/(.+)$/.exec(name)?.[1] ?? '';
  return Object.hasOwn(movedGuides, guide) ? (movedGuides[guide] ?? null) : null;
}

/** Search entries of all documents. */
export async function searchedDocuments(): Promise<readonly SearchEntry[]> {
  const { siteEntries } = await import('./site-entries.ts');
  const groups: readonly PageGroup[] = readIndex(await documentText(index));
  const about = new Map(groups.flatMap(({ pages }) => pages.map((page) => [page.path, page.about])));
  const names = (await documentNames()).filter((path) => path !== index && !isDrawnElsewhere(path));
  const texts = names.map(async (path) => ({ path, text: await documentText(path), about: about.get(path) ?? '' }));
  return siteEntries(await Promise.all(texts));
}
