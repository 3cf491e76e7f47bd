// Reads PUBLIC_URL: an origin, optionally with a path below which everything is served.

/** The normalized PUBLIC_URL, or the reason why it cannot be used. */
export type ReadPublicUrl = { readonly url: string } | { readonly fault: string };

/**
 * Returns the URL without a trailing slash, with its host in lower case and dot segments resolved (RFC 3986 §6.2.2). A
 * `fault` is a predicate that follows the name of the variable.
 */
export function readPublicUrl(text: string): ReadPublicUrl {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    return { fault: 'must be an address such as https://pay.example or https://shop.example/pay' };
  if (url.username !== '' || url.password !== '') return { fault: 'must not have a user name or a password' };
  if (/[?#]/.test(text)) return { fault: 'must not have a query (?…) or a fragment (#…)' };
  const path = url.pathname.replace(/\/+$/, '');
  if (path.includes('//')) return { fault: 'must not have an empty segment (//) in its path' };
  // These end an attribute of a cookie (RFC 6265 §4.1.1) or an item of a policy (CSP 3 §2.2.1).
  if (/[;,]/.test(path)) return { fault: 'must not have a semicolon or a comma in its path' };
  if (path.split('/').some((segment) => decoded(segment) === null))
    return { fault: 'has a percent sign in its path that is not followed by the two digits of a character: write %25' };
  return { url: url.origin + path };
}

/** Null if the percent escapes are invalid (RFC 3986 §2.1) or not UTF-8. */
export function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
