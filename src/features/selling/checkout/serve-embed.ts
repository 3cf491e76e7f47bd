// GET /embed.js: the script that embeds the checkout in a shop's page; GET /embed.d.ts: its types; and the texts of a
// language under their hash.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../../../io/http/browser/built-files.ts';
import { once } from '../../../io/lazy.ts';

/** `builtEmbed` returns the folder, as in web/embed/build.ts. Called at the first request. */
export function serveEmbed(app: FastifyInstance, builtEmbed: () => Promise<string>): void {
  const folder = once(builtEmbed);
  const sent = async (name: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const coding = codings.find(([word]) => accepts(headers['accept-encoding'] ?? '', word));
    const content = await readFile(join(await folder(), `${name}${coding?.[1] ?? ''}`));
    reply.headers(coding === undefined ? {} : { 'content-encoding': coding[0] });
    return reply.send(content);
  };
  app.get('/embed.js', (request, reply) => sent('embed.js', request, reply.headers(scriptHeaders)));
  app.get<{ Params: { name: string } }>('/embed/:name', async (request, reply) => {
    const { name } = request.params;
    // Only listed build files are served, so a name cannot lead to another folder.
    if (!/^[\w-]+\.json$/.test(name) || !(await readdir(join(await folder(), 'embed'))).includes(name))
      return reply.callNotFound();
    return sent(`embed/${name}`, request, reply.headers({ ...scriptHeaders, ...textsHeaders }));
  });
  app.get('/embed.d.ts', async (_request, reply) =>
    reply
      .headers({ ...scriptHeaders, 'content-type': 'text/plain; charset=utf-8' })
      .send(await readFile(join(await folder(), 'embed.d.ts'))),
  );
}

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * The address never changes, so the short cache time brings a new version into use within minutes. Any page may load
 * it.
 */
const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

/** The address contains the hash of the content. */
const textsHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
};
