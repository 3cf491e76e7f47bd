// Mounts the provider in the server. Requests are passed on unchanged, except that their URL always follows PUBLIC_URL.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { endpoints } from './endpoints.ts';

export interface Mounting {
  readonly publicUrl: string;
  /** Returns the current provider, which changes with its keys. */
  provider(): Promise<Provider>;
  /**
   * Called before an endpoint that accepts secrets. May throw a Problem. The returned function is called if the secret
   * was right.
   */
  limit(request: FastifyRequest): Promise<() => Promise<void>>;
}

/** Register this as its own plugin, because the provider parses bodies itself. */
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

/** Overrides the forwarding headers, because the provider trusts them and a caller could forge them. */
export function emitAddress(raw: IncomingMessage, publicUrl: string): void {
  const { protocol, host, pathname } = new URL(publicUrl);
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
  (raw as IncomingMessage & { originalUrl?: string }).originalUrl = pathname.replace(/\/$/, '') + raw.url;
}
