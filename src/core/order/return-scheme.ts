// Decides which URL schemes a link on the checkout may have.

/**
 * Schemes that run code, read local files, or open neither a page nor an app. URL parsing has already removed tabs and
 * line breaks that could hide such a scheme.
 */
const refusedSchemes = new Set([
  ...['javascript', 'vbscript', 'livescript', 'mocha', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source'],
  ...['jar', 'mhtml', 'res', 'resource', 'chrome', 'chrome-extension', 'moz-extension', 'ms-browser-extension'],
  ...['edge', 'opera', 'brave', 'safari-web-extension', 'ws', 'wss', 'ftp', 'ldap', 'smb', 'wyciwyg', 'feed'],
]);

/** Whether a link to this URL is safe on a page: a web address, or an app's own scheme. */
export function mayReturnTo(url: Pick<URL, 'protocol' | 'href'>): boolean {
  if (isWeb(url)) return true;
  const scheme = url.protocol.slice(0, -1);
  if (refusedSchemes.has(scheme)) return false;
  return url.href.startsWith(`${scheme}://`) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme);
}

/** Whether the URL opens an app of the customer, such as a wallet, and neither a page nor code in the browser. */
export function mayOpenApp(url: Pick<URL, 'protocol'>): boolean {
  return !isWeb(url) && !refusedSchemes.has(url.protocol.slice(0, -1));
}

export function isWeb({ protocol }: Pick<URL, 'protocol'>): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
