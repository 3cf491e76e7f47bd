// Detects requests made by pages of other sites, by headers that browsers set and pages cannot change.
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns false if Origin (RFC 6454) names another origin, or Sec-Fetch-Site (W3C Fetch Metadata) is not same-origin. A
 * request with neither header did not come from a page.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
