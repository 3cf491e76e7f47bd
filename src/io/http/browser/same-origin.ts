// Whether a request says that a page of another site made it. Browsers say so themselves; pages cannot change what they
// say.
import type { IncomingHttpHeaders } from 'node:http';

/**
 * False as soon as Origin (RFC 6454) names another origin than the instance's, or Sec-Fetch-Site (W3C Fetch Metadata)
 * another relation than the same origin. A request with neither was not made by a page.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
