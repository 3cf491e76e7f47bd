// Which schemes a customer may be sent back by, so that a link on the checkout is safe.

/**
 * Schemes that run code, read local files or show what is not a page or an app. URL parsing has removed the tabs and
 * line breaks with which such a scheme can be hidden.
 */
const refusedSchemes = new Set([
  ...['javascript', 'vbscript', 'livescript', 'mocha', 'data', 'file', 'blob', 'filesystem', 'about', 'view-source'],
  ...['jar', 'mhtml', 'res', 'resource', 'chrome', 'chrome-extension', 'moz-extension', 'ms-browser-extension'],
  ...['edge', 'opera', 'brave', 'safari-web-extension', 'ws', 'wss', 'ftp', 'ldap', 'smb', 'wyciwyg', 'feed'],
]);

/** Whether a link to it is safe on a page: on the web, or in an app of its own scheme. */
export function mayReturnTo(url: Pick<URL, 'protocol' | 'href'>): boolean {
  if (isWeb(url)) return true;
  const scheme = url.protocol.slice(0, -1);
  if (refusedSchemes.has(scheme)) return false;
  return url.href.startsWith(`${scheme}://`) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme);
}

/** Whether it leads to an app of the customer's, such as a wallet: neither to a page nor to what a browser runs. */
export function mayOpenApp(url: Pick<URL, 'protocol'>): boolean {
  return !isWeb(url) && !refusedSchemes.has(url.protocol.slice(0, -1));
}

export function isWeb({ protocol }: Pick<URL, 'protocol'>): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
