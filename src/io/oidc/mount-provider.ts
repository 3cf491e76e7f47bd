// Puts the provider into the server: its paths handed over as they came, with addresses that only PUBLIC_URL decides.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { endpoints } from './endpoints.ts';

export interface Mounting {
  readonly publicUrl: string;
  /** The provider as it is now: its keys change with time. */
  provider(): Promise<Provider>;
  /**
   * Called before an endpoint that takes secrets; may throw Problem. What it answers is called when the secret was
   * right.
   */
  limit(request: FastifyRequest): Promise<() => Promise<void>>;
}

/** To be registered as a plugin of its own: the provider reads bodies itself. */
export function mountProvider(mounting: Mounting) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const limited = new Set<string>([endpoints.token, endpoints.introspection, endpoints.revocation]);
    const paths = [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server',
      ...Object.values(endpoints),
      `${endpoints.authorization}/:uid`,
      `${endpoints.end_session}/confirm`,
      `${endpoints.end_session}/success`,
    ];
    for (const url of paths) {
      app.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const limits = limited.has(url) && request.method === 'POST';
          const right = limits ? await mounting.limit(request) : null;
          await handOver(mounting, request, reply);
          if (right !== null && reply.raw.statusCode < 400) await right();
        },
      });
    }
  };
}

async function handOver(mounting: Mounting, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const provider = await mounting.provider();
  const { raw } = request;
  emitAddress(raw, mounting.publicUrl);
  reply.hijack();
  reply.raw.setHeader('x-request-id', request.id);
  reply.raw.setHeader('x-content-type-options', 'nosniff');
  reply.raw.setHeader('referrer-policy', 'no-referrer');
  await provider.callback()(raw, reply.raw);
}

/** The provider takes the request's own word for its address, which a caller could make up. */
export function emitAddress(raw: IncomingMessage, publicUrl: string): void {
  const { protocol, host, pathname } = new URL(publicUrl);
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
  (raw as IncomingMessage & { originalUrl?: string }).originalUrl = pathname.replace(/\/$/, '') + raw.url;
}
