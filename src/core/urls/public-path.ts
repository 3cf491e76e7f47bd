// The path of PUBLIC_URL: removed from the URLs of requests, and put before those of answers.
import { decoded } from './read-public-url.ts';

/** '' where PUBLIC_URL has no path, else as in '/shop/pay'. */
export function publicPathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** The first segment of a path or of a route's pattern. */
export function firstSegment(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] ?? '';
}

/**
 * The request's URL as routes know it, whether a proxy removed the public path or not. `isOwn` says whether a route has
 * that first segment. A URL that only begins like the public path, as /pay/… does below /pay, stays as it is.
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

/** RFC 8414 §3.1 puts the path of an issuer behind the well-known name. */
function insertedWellKnown(path: string, publicPath: string): string | null {
  const [, name, rest] =
    /^(\/\.well-known\/(?:oauth-authorization-server|openid-configuration))(\/.+)$/.exec(path) ?? [];
  return name !== undefined && rest !== undefined && restBelow(rest, publicPath) === '/' ? name : null;
}

/** Compared segment by segment, decoded: proxies may write the same path with other escapes. */
function restBelow(path: string, publicPath: string): string | null {
  const wanted = publicPath.split('/');
  const given = path.split('/');
  const isBelow = wanted.every((segment, at) => at < given.length && decoded(given[at] ?? '') === decoded(segment));
  return isBelow ? `/${given.slice(wanted.length).join('/')}` : null;
}

/** A path of this service as browsers reach it. Addresses with a host of their own, and relative ones, stay. */
export function outerPath(path: string, publicPath: string): string {
  return path.startsWith('/') && !path.startsWith('//') ? publicPath + path : path;
}

/** HTML whose links, sources and forms are written as if the service were at the root; texts in it must be escaped. */
export function outerHtml(html: string, publicPath: string): string {
  if (publicPath === '') return html;
  const written = publicPath.replaceAll('&', '&amp;');
  return html.replace(/(\s(?:href|src|action|data-rest)=")\/(?!\/)/g, (_all, start: string) => `${start}${written}/`);
}

/** A Set-Cookie header for the root: its cookie goes to this service alone, not to others on the host. */
export function outerCookie(cookie: string, publicPath: string): string {
  return publicPath === '' ? cookie : cookie.replace(/(;\s*Path=)\/(?=;|$)/i, (_all, start) => `${start}${publicPath}`);
}

/**
 * The name of a cookie of this service. On https browsers take one named `__Host-` from this very host only, and only
 * for the root; below a path `__Secure-` is what they grant (RFC 6265bis §4.1.3).
 */
export function cookieNameOn(publicUrl: string, name: string): string {
  if (!publicUrl.startsWith('https:')) return name;
  return (publicPathOf(publicUrl) === '' ? '__Host-' : '__Secure-') + name;
}
