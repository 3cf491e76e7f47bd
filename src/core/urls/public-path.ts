// Removes the path of PUBLIC_URL from request URLs, and adds it to URLs in responses.
import { decoded } from './read-public-url.ts';

/** '' if PUBLIC_URL has no path, otherwise for example '/shop/pay'. */
export function publicPathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** The first segment of a path or of a route's pattern. */
export function firstSegment(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] ?? '';
}

/**
 * The request's URL as routes expect it, whether or not a proxy already removed the public path. `isOwn` says whether a
 * route has that first segment. A URL that is itself a route, such as /pay/… below /pay, is not changed.
 */
export function innerUrl(url: string, publicPath: string, isOwn: (segment: string) => boolean): string {
  if (publicPath === '' || !url.startsWith('/')) return url;
  const [path = ''] = url.split(/[?#]/, 1);
  const query = url.slice(path.length);
  const wellKnown = insertedWellKnown(path, publicPath);
  if (wellKnown !== null) return wellKnown + query;
  const rest = restBelow(path, publicPath);
  if (rest === null || rest.startsWith('//') || (rest !== '/' && !isOwn(firstSegment(rest)))) return url;
  return rest + query;
}

/** RFC 8414 §3.1 puts the path of an issuer after the well-known name. */
function insertedWellKnown(path: string, publicPath: string): string | null {
  const [, name, rest] =
    /^(\/\.well-known\/(?:oauth-authorization-server|openid-configuration))(\/.+)$/.exec(path) ?? [];
  return name !== undefined && rest !== undefined && restBelow(rest, publicPath) === '/' ? name : null;
}

/** Compared by decoded segments, since proxies may escape the same path differently. */
function restBelow(path: string, publicPath: string): string | null {
  const wanted = publicPath.split('/');
  const given = path.split('/');
  const isBelow = wanted.every((segment, at) => at < given.length && decoded(given[at] ?? '') === decoded(segment));
  return isBelow ? `/${given.slice(wanted.length).join('/')}` : null;
}

/** A path of this service as browsers reach it. Absolute URLs with a host and relative paths are not changed. */
export function outerPath(path: string, publicPath: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? publicPath + path : path;
}

/** Adds the public path to links, sources and forms in HTML. Text in it must be escaped. */
export function outerHtml(html: string, publicPath: string): string {
  if (publicPath === '') return html;
  const written = publicPath.replaceAll('&', '&amp;');
  return html.replace(/(\s(?:href|src|action|data-rest)=")\/(?!\/)/g, (_all, start: string) => `${start}${written}/`);
}

/** Limits a Set-Cookie header for the root to the public path, so that other services on the host do not receive it. */
export function outerCookie(cookie: string, publicPath: string): string {
  return publicPath === '' ? cookie : cookie.replace(/(;\s*Path=)\/(?=;|$)/i, (_all, start) => `${start}${publicPath}`);
}

/**
 * The name of a cookie of this service. On https, the prefix `__Host-` makes browsers accept it only from this host and
 * for the root. Below a path, only `__Secure-` is possible (RFC 6265bis §4.1.3).
 */
export function cookieNameOn(publicUrl: string, name: string): string {
  if (!publicUrl.startsWith('https:')) return name;
  return (publicPathOf(publicUrl) === '' ? '__Host-' : '__Secure-') + name;
}
