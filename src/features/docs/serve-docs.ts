// GET /api/openapi.json, and GET /docs: the same document to read and try out, from this instance alone.
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { ApiDocument } from './document.ts';

/** Everybody may read both; neither holds anything of this instance but its address. */
export function docsPages(document: ApiDocument): FastifyPluginAsync {
  return async (server) => {
    const text = JSON.stringify(document);
    server.get('/api/openapi.json', (_request, reply) =>
      reply
        .headers({ 'access-control-allow-origin': '*', 'content-type': 'application/json; charset=utf-8' })
        .send(text),
    );
    await server.register((page) => showPage(page, document));
  };
}

/** The package asks its server for the document by this name, which its usual companion would build from routes once more. */
async function showPage(page: FastifyInstance, document: ApiDocument): Promise<void> {
  page.decorate('swagger', () => document);
  await (swaggerUi as unknown as FastifyPluginAsync<FastifySwaggerUiOptions>)(page, {
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
