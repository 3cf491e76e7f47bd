// Reads a cookie from a request's header (RFC 6265 §5.4).

/** Returns the decoded value of the first cookie with this name. Null if there is none, or if it cannot be decoded. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut === -1 || pair.slice(0, cut).trim() !== name) continue;
    const text = pair
      .slice(cut + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    try {
      return decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  return null;
}
