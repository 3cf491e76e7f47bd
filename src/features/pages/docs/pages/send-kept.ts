// A text that does not change while the process runs: compressed once, and answered with 304 for clients that have it.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { outerHtml } from '../../../../core/urls/public-path.ts';
import { accepts } from '../../../../io/http/browser/built-files.ts';
import type { DocsPage } from './docs-page.ts';

export interface KeptText {
  /** A weak tag, since all encodings share it (RFC 9110 §8.8.3). */
  readonly tag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** A page with its links below the public path. */
export interface KeptPage {
  readonly headers: DocsPage['headers'];
  readonly text: KeptText;
}

/** Compression takes 0.1 s for 200 kB and runs outside the main thread. */
export async function keptText(text: string): Promise<KeptText> {
  const plain = Buffer.from(text);
  const parameters = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: parameters }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { tag, plain, br, gzip: zipped };
}

/** Returns 304 if the client has the text (RFC 9110 §13.1.2), otherwise the text in the best accepted encoding. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptText): FastifyReply {
  reply.headers({ etag: kept.tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (hasIt(String(request.headers['if-none-match'] ?? ''), kept.tag)) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const coding = (['br', 'gzip'] as const).find((one) => accepts(accepted, one));
  if (coding === undefined) return reply.send(kept.plain);
  return reply.header('content-encoding', coding).send(kept[coding]);
}

/**
 * Returns pages by name. A page is created and compressed at its first request, and kept. Returns null for a page that
 * does not exist. Only existing pages are kept, so their number is bounded.
 */
export function keptPages(
  publicPath: string,
  make: (name: string) => Promise<DocsPage | null>,
): (name: string) => Promise<KeptPage | null> {
  const kept = new Map<string, KeptPage>();
  return async (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const page = await make(name);
    if (page === null) return null;
    const made = { headers: page.headers, text: await keptText(outerHtml(page.html, publicPath)) };
    kept.set(name, made);
    return made;
  };
}

/** Returns 404 for null. */
export function sendKeptPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage | null): FastifyReply {
  if (page === null) {
    reply.callNotFound();
    return reply;
  }
  return sendKept(request, reply.headers(page.headers), page.text);
}

/** By weak comparison, as `If-None-Match` requires. */
function hasIt(header: string, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || bare(one) === bare(tag));
}
