// Serves a built page and its files. They are read on demand, because most processes never need them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

export interface BuiltFiles {
  /** index.html. */
  readonly page: string;
  /** Returns a file below assets/<name of the page>/ in its best encoding, or null if there is none of this name. */
  asset(name: string, accepted: string | undefined): Promise<Asset | null>;
}

interface Asset {
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
  readonly content: Buffer;
}

/**
 * Registers GET /assets/<pageName>/:name. `open` is called for each request and returns null if there is no build.
 * Range requests get the whole file (allowed by RFC 9110 §14.2), because no file is large.
 */
export function serveAssets(server: FastifyInstance, pageName: string, open: () => Promise<BuiltFiles | null>): void {
  server.get<{ Params: { name: string } }>(`/assets/${pageName}/:name`, async ({ params, headers }, reply) => {
    const asset = await (await open())?.asset(params.name, headers['accept-encoding']);
    if (asset === null || asset === undefined) return reply.callNotFound();
    if (headers['if-none-match']?.includes(asset.headers.etag))
      return reply.code(304).headers(asset.headers).removeHeader('content-encoding').send();
    return reply.headers(asset.headers).send(asset.content);
  });
}

/** `folder` is the output of web/build-page.ts. Throws if it is not a built page of this name. */
export async function builtFiles(folder: string, pageName: string): Promise<BuiltFiles> {
  const assets = join(folder, 'assets', pageName);
  const names = new Set(await readdir(assets));
  // Scripts import each other by relative paths, but the page is served at URLs of several depths.
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).replaceAll('="./assets/', '="/assets/');
  return {
    page,
    async asset(name, accepted) {
      const type = types[name.slice(name.lastIndexOf('.') + 1)];
      // Reads only files of the build, which prevents path traversal.
      if (!names.has(name) || type === undefined) return null;
      const coding = codings.find(([word, ending]) => accepts(accepted ?? '', word) && names.has(name + ending));
      const [word, ending] = coding ?? [null, ''];
      const headers = {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        // A name contains the hash of the file's content.
        etag: `"${name}${ending}"`,
        ...(word === null ? {} : { 'content-encoding': word }),
      };
      return { headers, content: await readFile(join(assets, name + ending)) };
    },
  };
}

const codings: readonly (readonly [word: string, ending: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Whether an Accept-Encoding header allows this coding (RFC 9110 §12.5.3), in the forms that browsers send. */
export function accepts(header: string, coding: string): boolean {
  return header.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
}
