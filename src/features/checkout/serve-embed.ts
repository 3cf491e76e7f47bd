// GET /embed.js: the script with which a shop's page holds the checkout; GET /embed.d.ts: its types.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accepts } from '../../io/http/browser/built-files.ts';
import { once } from '../../io/once.ts';

/** `builtEmbed` answers the folder, as web/embed/build.ts does, when somebody first asks. */
export function serveEmbed(app: FastifyInstance, builtEmbed: () => Promise<string>): void {
  const folder = once(builtEmbed);
  app.get('/embed.js', async ({ headers }, reply) => {
    const coding = codings.find(([word]) => accepts(headers['accept-encoding'] ?? '', word));
    const content = await readFile(join(await folder(), `embed.js${coding?.[1] ?? ''}`));
    reply.headers(coding === undefined ? {} : { 'content-encoding': coding[0] });
    return reply.headers(scriptHeaders).send(content);
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

/** Its address never changes, so a new version is in use within minutes. Any page may load it. */
const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};
