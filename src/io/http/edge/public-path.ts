// Serves the whole service below the path of PUBLIC_URL. Routes, pages, redirects and cookies are written as for the
// root.
import type { FastifyInstance } from 'fastify';
import {
  firstSegment,
  innerUrl,
  outerCookie,
  outerHtml,
  outerPath,
  publicPathOf,
} from '../../../core/urls/public-path.ts';
import { StartFault } from '../../start-fault.ts';

export interface PublicPath {
  /** Returns the request's URL in the form that the routes expect. */
  rewriteUrl(request: { readonly url?: string | undefined }): string;
  /** Call this before any route is added. A route that the path would hide throws StartFault. */
  follow(app: FastifyInstance): void;
}

/** These segments are followed only by ids, which differ from all other first segments. */
const followedByIds: readonly string[] = ['pay', 'refund', 'uploads'];

/** The first segments of all routes that are added from now on. */
export function routeSegments(app: FastifyInstance): ReadonlySet<string> {
  const own = new Set<string>();
  app.addHook('onRoute', ({ url }) => void own.add(firstSegment(url)));
  return own;
}

/** Returns why the service cannot be served under this URL, or null. */
export function pathRefusal(publicUrl: string, own: ReadonlySet<string>): string | null {
  const segment = URL.canParse(publicUrl) ? firstSegment(publicPathOf(publicUrl)) : '';
  if (segment === '' || followedByIds.includes(segment) || !own.has(segment)) return null;
  return hidden(publicUrl, segment).message.replaceAll('PUBLIC_URL', 'public_url');
}

export function publicPath(publicUrl: string): PublicPath {
  const path = publicPathOf(publicUrl);
  const own = new Set<string>();
  return {
    rewriteUrl: ({ url = '/' }) => innerUrl(url, path, (segment) => own.has(segment)),
    follow(app) {
      if (path === '') return;
      app.addHook('onRoute', ({ url }) => {
        const segment = firstSegment(url);
        if (segment === firstSegment(path) && !followedByIds.includes(segment)) throw hidden(publicUrl, segment);
        own.add(segment);
      });
      app.addHook('onSend', async (_request, reply, payload) => {
        const { location, 'set-cookie': cookies } = reply.getHeaders();
        if (typeof location === 'string') reply.header('location', outerPath(location, path));
        if (cookies !== undefined) replaceCookies(reply, [cookies].flat(), path);
        const isHtml = String(reply.getHeader('content-type')).startsWith('text/html');
        return isHtml && typeof payload === 'string' ? outerHtml(payload, path) : payload;
      });
    },
  };
}

function replaceCookies(
  reply: { removeHeader(name: string): unknown; header(name: string, value: unknown): unknown },
  cookies: readonly unknown[],
  path: string,
): void {
  reply.removeHeader('set-cookie');
  for (const cookie of cookies) reply.header('set-cookie', outerCookie(String(cookie), path));
}

function hidden(publicUrl: string, segment: string): StartFault {
  const { origin } = new URL(publicUrl);
  return new StartFault(
    [
      `PUBLIC_URL must not have a path that begins with /${segment}: pages of the service are there,`,
      'and behind a proxy that removes the path one could not be distinguished from the other.',
      `Use another path, such as ${origin}/pay.`,
    ].join(' '),
  );
}
