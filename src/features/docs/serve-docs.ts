// GET /api/openapi.json, and GET /docs: the same document to read and try out, from this instance alone.
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ApiDocument } from './document.ts';

/**
 * Everybody may read both; neither holds anything of this instance but its address. The document is made, and the pages
 * are loaded, when somebody first asks for them: most processes are never asked.
 */
export function docsPages(makeDocument: () => Promise<ApiDocument>): FastifyPluginAsync {
  return async (server) => {
    let making: Promise<ApiDocument> | null = null;
    let text: string | null = null;
    let opening: Promise<FastifyInstance> | null = null;
    const document = () => {
      making ??= makeDocument();
      return making;
    };
    server.get('/api/openapi.json', async (_request, reply) => {
      text ??= JSON.stringify(await document());
      return reply
        .headers({ 'access-control-allow-origin': '*', 'content-type': 'application/json; charset=utf-8' })
        .send(text);
    });
    for (const url of ['/docs', '/docs/', '/docs/*']) {
      server.get(url, async (request, reply) => {
        opening ??= document().then(openPages);
        return answerFrom(await opening, request, reply);
      });
    }
    server.addHook('onClose', async () => void (await opening)?.close());
  };
}

/** A server of its own that nobody reaches but through `answerFrom`: this one takes no more routes once it listens. */
async function openPages(document: ApiDocument): Promise<FastifyInstance> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const pages = Fastify({ logger: false });
  // The package asks its server for the document by this name, which its usual companion would build from routes once
  // more.
  pages.decorate('swagger', () => document);
  await (swaggerUi as unknown as FastifyPluginAsync<FastifySwaggerUiOptions>)(pages, {
    routePrefix: '/docs',
    // The package's own policy lets a validator on the web in, and forbids plain http.
    staticCSP: false,
    theme: { title: 'Quittance API' },
    uiConfig: {
      validatorUrl: null,
      deepLinking: true,
      docExpansion: 'list',
      displayRequestDuration: true,
      tagsSorter: 'alpha',
    },
    uiHooks: {
      onRequest: (_request, reply, done) => {
        reply.headers(pageHeaders);
        done();
      },
    },
  });
  await pages.ready();
  return pages;
}

async function answerFrom(
  pages: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const { statusCode, headers, rawPayload } = await pages.inject({
    method,
    url: request.url,
    headers: request.headers,
  });
  if (statusCode === 404) {
    reply.callNotFound();
    return undefined;
  }
  const { connection: _, 'transfer-encoding': __, ...told } = headers;
  return reply.code(statusCode).headers(told).send(rawPayload);
}

/** Nothing from elsewhere; styles that the page sets on its own elements, and icons that it holds as data. */
const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
